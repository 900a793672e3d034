import { accessSync, constants } from 'node:fs'
import { GateError } from '../core/error.ts'

interface Reason {
  readonly why: string
  readonly remedy: string
}

const DENIED: Reason = {
  why: 'permission denied',
  remedy: 'make it belong to you, or give yourself the right to it; then run this again',
}

/** What is the machine's doing, not ours. Anything else that fails is unforeseen. */
const REASONS: Readonly<Record<string, Reason>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { why: 'the file system is read-only', remedy: 'work where files can be written' },
  ENOSPC: { why: 'the disk is full', remedy: 'make room on the disk, then run this again' },
  ENOTDIR: {
    why: 'a part of this path is not a folder',
    remedy: 'move away the file that stands where a folder should',
  },
  EEXIST: {
    why: 'something else stands there already',
    remedy: 'move away what stands there, then run this again',
  },
  EISDIR: { why: 'it is a folder', remedy: 'move away the folder that stands where a file should' },
}

const READING = ['read', 'scandir', 'opendir', 'lstat', 'stat', 'fstat', 'readlink', 'realpath', 'access']

/**
 * Says a file system's own refusal in the tool's words; anything else comes back as it is. `file`: what it was about, where
 * the system does not say.
 */
export function explainFileFailure(error: unknown, file = 'a file'): unknown {
  if (!isFileFailure(error)) return error
  const path = error.path ?? file
  const { why, remedy } = REASONS[error.code]!
  return new GateError('FILE_SYSTEM', { verb: verbOf(error), path, why, remedy }, { cause: error })
}

interface FileFailure extends NodeJS.ErrnoException {
  readonly code: string
  readonly syscall: string
}

function isFileFailure(error: unknown): error is FileFailure {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return false
  const { code, syscall } = error
  if (typeof code !== 'string' || typeof syscall !== 'string') return false
  return Object.hasOwn(REASONS, code) && !/^(?:spawn|connect|kill)/.test(syscall)
}

function verbOf({ syscall, path }: FileFailure): 'read' | 'write' {
  if (syscall === 'open') return path !== undefined && isBarred(path) ? 'read' : 'write'
  return READING.includes(syscall) ? 'read' : 'write'
}

// `open` does not say what for. What can be read was to be written.
function isBarred(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
  }
}
