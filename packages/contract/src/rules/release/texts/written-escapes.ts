/**
 * Escapes of other formats in plain text: `Caf%C3%A9` (RFC 3986), `Caf=C3=A9` (RFC 2045), `Caf\u00e9` (RFC 8259), and tags of
 * HTML.
 */

const hex = '[0-9A-Fa-f]'
const utf8 = (sign: string): string => `(?:${sign}[89A-Fa-f]${hex}){2,}`
const escapes = new RegExp(
  `${utf8('%')}|(?<=\\p{L})%20(?=\\p{L})|${utf8('=')}|(?:\\\\u${hex}{4})+|(?:\\\\x${hex}{2})+`,
  'gu',
)

const bytesOf = (written: string): Uint8Array =>
  Uint8Array.from(written.match(/[0-9A-Fa-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16))

function decodeEscape(written: string): string {
  if (written.startsWith('\\u'))
    return written.replaceAll(/\\u(.{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (written.startsWith('\\x'))
    return written.replaceAll(/\\x(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const decoded = new TextDecoder().decode(bytesOf(written))
  return decoded.includes('\uFFFD') ? written : decoded
}

/** The text with its escapes decoded. */
export const decodeEscapes = (text: string): string => text.replace(escapes, decodeEscape)

/** The escapes in the text, each once. */
export const findEscapes = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(escapes), ([whole]) => whole).filter((whole) => decodeEscape(whole) !== whole)),
]

const tag = /<\/?(?:b|i|u|p|em|br|hr|div|font|span|strong|sup|sub|small)(?: [^<>]{0,99}=[^<>]{0,99})?\/?>/giu

/** The tags of HTML in the text, each once. `<3` is a heart. */
export const findTags = (text: string): readonly string[] => [...new Set(text.match(tag) ?? [])]

/** The text without them. */
export const removeTags = (text: string): string => text.replace(tag, '')
