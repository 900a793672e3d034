// Everything foreign stands inside an HTML block, where Markdown is not read: only HTML and the forge's own mentions,
// issue numbers and bare links remain, and those are not looked for inside <code>.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)
}

/** `text` is visible text: one line. */
export function code(text: string): string {
  return `<code>${escapeHtml(text)}</code>`
}

/** Words that a forge would turn into a mention, a reference or a link become code. */
export function prose(text: string): string {
  return text
    .split(' ')
    .map((word) =>
      /^[\p{L}\p{M}\p{N}·.,;()'"%…_-]*:?$/u.test(word) && !/www\.|\bGH-/i.test(word)
        ? escapeHtml(word)
        : code(word),
    )
    .join(' ')
}
