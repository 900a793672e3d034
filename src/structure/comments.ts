import type { Comment } from './parse.ts'

/** Comments that a tool obeys. */
const DIRECTIVE = new RegExp(
  [
    /^#!/,
    /^[*\s]*@ts-/,
    /^[*\s]*(?:eslint|biome|oxlint|deno-lint|prettier|dprint|tslint|stylelint)[-:]/,
    /^[*\s]*(?:eslint|jshint|jslint)\b/,
    /^[*\s]*(?:global|globals|exported)\s/,
    /^[*\s]*[@#]__/,
    /^[*\s]*@(?:jsx|vite|flow|vitest|jest|license|preserve)/,
    /@(?:jsx|jest-environment|vitest-environment|internal\b)/,
    /^[*\s]*(?:istanbul|c8|v8|node:coverage)\s+ignore/,
    /^[*\s]*(?:web|turbo)pack[A-Z]/,
    /^\/\s*</,
    /^[*\s]*[#@]\s*source(?:MappingURL|URL)/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
)

/** By which scanners of any language leave out what they would report. */
const SILENCING =
  /\b(?:nosemgrep|NOSONAR|nosec|noinspection|gitleaks:allow|trufflehog:ignore|snyk:ignore|checkov:skip|pragma: ?allowlist|DevSkim:|(?:codeql|lgtm) ?\[)/i

export function isDirective({ text }: Comment): boolean {
  return DIRECTIVE.test(text) || isSilencing(text)
}

export function isSilencing(comment: string): boolean {
  return SILENCING.test(comment)
}

/** A comment as it reads, however it is indented and wrapped. */
export function readableComment({ text }: Comment): string {
  return text
    .replace(/^\s*\*+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A comment that a tool obeys, however it is indented: white space between its words can be an argument, or what a test prints. */
export function obeyedComment({ text }: Comment): string {
  return text.replace(/^[ \t]*\**|[ \t\r]+$/gm, '').trim()
}
