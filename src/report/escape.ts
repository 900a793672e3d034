import { LOG_COMMAND, UNSEEN } from '../core/unseen.ts'

const unseen = new RegExp(UNSEEN, 'gu')
const unseenInJson = new RegExp(`(?!\\n)(?:${UNSEEN})`, 'gu')
const logCommand = new RegExp(LOG_COMMAND, 'g')
// A runner trims a line before it looks for `::`, and wrapping can put any word at the start of a line.
const commandStart = /(?<=^|\s)::/g

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Foreign text on one line: nothing in it can hide, reorder what stands around it, or be taken for a CI command. */
export function visible(text: string): string {
  return text.replace(unseen, escapeChar).replace(logCommand, '#\\x23').replace(commandStart, '\\x3a:')
}

function escapeChar(char: string): string {
  const code = char.codePointAt(0)!
  if (NAMED[char] !== undefined) return NAMED[char]
  if (code <= 0x1f || code === 0x7f) return `\\x${hex(code, 2)}`
  // core/path.ts keeps each byte that is not UTF-8 as U+DC00 + byte.
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${hex(code - 0xdc00, 2)}`
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** A path as git quotes it: bare, or in double quotes with C escapes where anything in it could be misread. */
export function quotePath(path: string): string {
  const seen = visible(path)
  if (seen === path && path !== '' && !/[\s"\\:]/.test(path)) return path
  const escaped = path.replace(/["\\]/g, '\\$&').replace(unseen, escapeChar).replace(logCommand, '#\\x23')
  return `"${escaped}"`
}

/** At most `max` UTF-16 units, visibly cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max - 3).replace(/[\ud800-\udbff]$/, '')}...`
}

/** JSON, pretty, one final newline. The same value for a parser; in a terminal or a CI log it can do nothing. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
    .replace(unseenInJson, escapeUnits)
    .replace(logCommand, '#\\u0023')
  return `${text}\n`
}

function escapeUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join('')
}
