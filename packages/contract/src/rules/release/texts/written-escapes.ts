/**
 * Escapes of other formats in plain text: `Caf%C3%A9` (RFC 3986), `Caf=C3=A9` (RFC 2045), `=?UTF-8?Q?Caf=C3=A9?=` (RFC 2047),
 * `Caf\u00e9` (RFC 8259), and tags of HTML.
 */

const hex = '[0-9A-Fa-f]'
const utf8 = (sign: string): string => `(?:${sign}[89A-Fa-f]${hex}){2,}`
const letter = (sign: string): string => `\\p{L}|${sign}[89A-Fa-f]${hex}`
/** A header of a mail has no other way to write letters beyond ASCII. */
const encodedWord = '=\\?[\\w-]{2,40}\\?[QqBb]\\?[!->@-~]{1,400}\\?='
const escapes = new RegExp(
  [
    encodedWord,
    utf8('%'),
    `(?<=${letter('%')})%20(?=${letter('%')})`,
    utf8('='),
    `(?:\\\\u${hex}{4})+`,
    `(?:\\\\x${hex}{2})+`,
  ].join('|'),
  'gu',
)

const bytesOf = (written: string): Uint8Array =>
  Uint8Array.from(written.match(/[0-9A-Fa-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16))

function decodeEscape(written: string): string {
  if (written.startsWith('=?')) return decodeWord(written) ?? written
  if (written.startsWith('\\u'))
    return written.replaceAll(/\\u(.{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (written.startsWith('\\x'))
    return written.replaceAll(/\\x(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const decoded = new TextDecoder().decode(bytesOf(written))
  return decoded.includes('\uFFFD') ? written : decoded
}

/** Undefined for an encoding that is unknown, and for bytes that are no text in it. */
function decodeWord(word: string): string | undefined {
  const [, charset = '', kind = '', content = ''] = word.split('?')
  try {
    const decoder = new TextDecoder(charset, { fatal: true })
    return decoder.decode(kind.toUpperCase() === 'B' ? bytesOfBase64(content) : bytesOfQuoted(content))
  } catch {
    return undefined
  }
}

const bytesOfBase64 = (content: string): Uint8Array => Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0))

/** RFC 2047, section 4.2: `_` is a space. */
const bytesOfQuoted = (content: string): Uint8Array =>
  Uint8Array.from(content.replaceAll('_', ' ').match(/=[0-9A-Fa-f]{2}|./g) ?? [], (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )

/** Space between two encoded words belongs to neither (RFC 2047, section 6.2). */
const betweenWords = new RegExp(`(?<=${encodedWord}) +(?==\\?)`, 'gu')

/** The text with its escapes decoded. */
export const decodeEscapes = (text: string): string => text.replace(betweenWords, '').replace(escapes, decodeEscape)

/** The escapes in the text, each once. */
export const findEscapes = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(escapes), ([whole]) => whole).filter((whole) => decodeEscape(whole) !== whole)),
]

const tag = /<\/?(?:b|i|u|p|em|br|hr|div|font|span|strong|sup|sub|small)(?: [^<>]{0,99}=[^<>]{0,99})?\/?>/giu

/** The tags of HTML in the text, each once. `<3` is a heart. */
export const findTags = (text: string): readonly string[] => [...new Set(text.match(tag) ?? [])]

/** The text without them. */
export const removeTags = (text: string): string => text.replace(tag, '')
