/**
 * Writes XML 1.0 as lines. What was written so far can be taken away at any time, so that no message is in memory as a
 * whole.
 */

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>
type Value = string | number | boolean | undefined

export interface XmlWriter {
  element(name: string, attributes: Attributes, body: () => void): void
  /** Nothing at all where the value is undefined. */
  text(name: string, value: Value, attributes?: Attributes): void
  /** The lines since the last time. */
  take(): string
}

// XML 1.0 has no place for these, not even escaped. Half a character is none either.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escapeText = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '')

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`))
    .join('')

/** `depth` is how far the first line is moved in. */
export function xmlWriter(depth = 0): XmlWriter {
  let lines: string[] = []
  let level = depth
  const line = (markup: string): void => void lines.push(`${'  '.repeat(level)}${markup}\n`)
  return {
    element(name, attributes, body) {
      line(`<${name}${written(attributes)}>`)
      level += 1
      body()
      level -= 1
      line(`</${name}>`)
    },
    text(name, value, attributes = {}) {
      if (value !== undefined) line(`<${name}${written(attributes)}>${escapeText(String(value))}</${name}>`)
    },
    take() {
      const text = lines.join('')
      lines = []
      return text
    },
  }
}
