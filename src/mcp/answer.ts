import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod/v4'
import { GateError } from '../core/error.ts'
import type { Refusal } from '../recorder/event.ts'
import { jsonText } from '../report/escape.ts'

export function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

export function saidJson(value: object): CallToolResult {
  return said(jsonText({ version: 1, ...value }))
}

/** FORMATS.md, "Refusal to an agent". */
export function refused({ code, message, intent, path, next }: Refusal): CallToolResult {
  return { ...said(jsonText({ code, message, intent, path, next })), isError: true }
}

/**
 * A schema that says what a tool takes, and takes anything: the protocol's own answer to a wrong argument is no JSON that an agent
 * could act on. `answering` holds the argument against it.
 */
export function described<S extends z.ZodType>(schema: S): StandardSchemaWithJSON<unknown, unknown> {
  const { jsonSchema, version, vendor } = schema['~standard']
  return { '~standard': { jsonSchema, version, vendor, validate: (value) => ({ value }) } }
}

/** A tool's answer; whatever it throws becomes a refusal that the agent can act on. */
export async function answering<S extends z.ZodType>(
  schema: S,
  given: unknown,
  work: (input: z.output<S>) => CallToolResult | Promise<CallToolResult>,
): Promise<CallToolResult> {
  const input = schema.safeParse(given ?? {})
  if (!input.success)
    return refused({
      code: 'INVALID_ARGUMENT',
      message: z.prettifyError(input.error),
      next: ['call it again with arguments as its schema says'],
    })
  try {
    return await work(input.data)
  } catch (error) {
    return refused(reasonOf(error))
  }
}

function reasonOf(error: unknown): Refusal {
  if (error instanceof GateError) return { code: error.code, message: error.message, next: [error.remedy] }
  return {
    code: 'BUG',
    message: error instanceof Error ? error.message : String(error),
    next: ['go on without this tool; the git hook decides', 'report it to intentgate'],
  }
}
