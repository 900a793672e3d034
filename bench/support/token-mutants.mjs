/** Strings, numbers, names, signs: near enough, since another parser throws away what is no program. */
const TOKEN =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\d[\w.]*|[\w$@]+|[=!<>]=|&&|\|\||[-+*/%]=|[-=]>|::|\.\.|[^\s\w]/g
const OPERATORS = ['+', '-', '*', '/', '%', '&&', '||', '==', '!=', '<', '<=', '>', '>=', '=', '+=']
const SIGNS = ['(', ')', '{', '}', '[', ']', ',', ';', '.', '?', ':', '!']

/** `count` texts that differ from `text` in one small thing, comments aside. */
export function tokenMutants(text, comment, count, random) {
  const tokens = tokensOf(text, comment)
  if (tokens.length < 3) return []
  return Array.from({ length: count }, () => {
    const kind = pick(Object.keys(MUTATIONS), random)
    return { kind, text: MUTATIONS[kind](text, tokens, random) }
  }).filter((mutant) => mutant.text !== text)
}

function tokensOf(text, comment) {
  const code = text.replace(comment, (found) => ' '.repeat(found.length))
  return Array.from(code.matchAll(TOKEN), ({ 0: word, index }) => ({
    ...{ word, start: index, end: index + word.length },
  }))
}

const onToken = (change) => (text, tokens, random) => {
  const token = pick(tokens, random)
  return text.slice(0, token.start) + change(token.word, random, tokens) + text.slice(token.end)
}

/** Changes white space that stands between two tokens; what else is there, stays. */
const betweenTokens = (change) => (text, tokens, random) => {
  const at = 1 + Math.floor(random() * (tokens.length - 1))
  const [start, end] = [tokens[at - 1].end, tokens[at].start]
  const gap = text.slice(start, end)
  return gap.trim() === '' ? text.slice(0, start) + change(gap) + text.slice(end) : text
}

function edited(word, random) {
  if (OPERATORS.includes(word)) return pick(OPERATORS, random)
  if (/^\d/.test(word)) return `${word}1`
  if (/^["']../.test(word))
    return random() < 0.5 ? `${word.slice(0, -1)} ${word.at(-1)}` : word.replace(/[a-z]/, 'Q')
  return /^\w/.test(word) ? `${word}X` : pick(SIGNS, random)
}

const MUTATIONS = {
  edit: onToken(edited),
  'edit again': onToken(edited),
  'another edit': onToken(edited),
  delete: onToken(() => ''),
  double: onToken((word) => `${word} ${word}`),
  replace: onToken((_word, random, tokens) => pick(tokens, random).word),
  'line break': onToken((word) => `\n${word}`),
  blanks: onToken((word) => `  ${word}`),
  'a blank within': onToken((word, random) => {
    const at = Math.floor(random() * word.length)
    return `${word.slice(0, at)} ${word.slice(at)}`
  }),
  'no blanks': betweenTokens(() => ''),
  'a line break for blanks': betweenTokens((gap) => gap.replace(/[^\n]+$/, '\n')),
  'blanks for a line break': betweenTokens((gap) => gap.replaceAll('\n', ' ')),
  before: onToken((word, random) => pick(['!', '-', '*', '&'], random) + word),
  swap(text, tokens, random) {
    const at = Math.floor(random() * (tokens.length - 1))
    const [one, other] = [tokens[at], tokens[at + 1]]
    const between = text.slice(one.end, other.start)
    return text.slice(0, one.start) + other.word + between + one.word + text.slice(other.end)
  },
  join(text, tokens, random) {
    const at = text.indexOf('\n', pick(tokens, random).end)
    return at === -1 ? text : `${text.slice(0, at)} ${text.slice(at + 1)}`
  },
  parentheses(text, tokens, random) {
    const from = Math.floor(random() * tokens.length)
    const [one, other] = [tokens[from], tokens[Math.min(tokens.length - 1, from + Math.floor(random() * 7))]]
    return `${text.slice(0, one.start)}(${text.slice(one.start, other.end)})${text.slice(other.end)}`
  },
}

function pick(items, random) {
  return items[Math.floor(random() * items.length)]
}
