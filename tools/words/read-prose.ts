import { parseSync } from 'oxc-parser'
import type { Reader } from './scope.ts'

/**
 * The text of a file with everything that is not prose replaced by spaces. Lengths and line ends stay, so that a place in
 * the result is the same place in the file.
 */
export function readProse(path: string, text: string, reader: Reader): string {
  switch (reader) {
    case 'markdown':
      return readMarkdown(text)
    case 'hash comments':
      return keep(text, findAll(text, /(?<=^|\s)#[^\n]*/g))
    case 'comments':
      return keep(text, parseSync(path, text).comments)
    case 'strings':
      return keep(text, findStrings(path, text))
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Code, addresses, and the tables that `npm run gen` and `npm run bench` write from texts that are checked where they are. */
const notProse = [
  /^```[\s\S]*?^```/gm,
  /<!-- (\w+):start -->[\s\S]*?<!-- \1:end -->/g,
  /<!-- figures [\s\S]*?<!-- end of figures [^\n]*-->/g,
  /`[^`\n]*`/g,
  /\]\([^)\s]*\)/g,
  /https?:\S+/g,
]

function readMarkdown(text: string): string {
  return notProse.reduce((rest, pattern) => rest.replace(pattern, blank), text)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

const findAll = (text: string, pattern: RegExp): Span[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }))

function keep(text: string, spans: readonly Span[]): string {
  let end = 0
  const pieces = spans
    .toSorted((one, other) => one.start - other.start)
    .map((span) => {
      const piece = blank(text.slice(end, span.start)) + text.slice(span.start, span.end)
      end = span.end
      return piece
    })
  return pieces.join('') + blank(text.slice(end))
}

/** String literals and the fixed parts of templates, but for those that name modules and those that are types. */
function findStrings(path: string, text: string): Span[] {
  const found: Span[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (typeof value === 'object' && value !== null) visitNode(value as Record<string, unknown>)
  }
  const visitNode = (node: Record<string, unknown>): void => {
    if (node.type === 'TSLiteralType') return
    const isText = node.type === 'TemplateElement' || node.type === 'JSXText'
    if (isText || (node.type === 'Literal' && typeof node.value === 'string')) found.push(node as unknown as Span)
    else for (const [name, member] of Object.entries(node)) if (name !== 'source') visit(member)
  }
  visit(parseSync(path, text).program)
  return found
}
