/**
 * Titles and names are written by unknown people, and an agent may take a sentence for an instruction. So the
 * sentences of the hub come without what they quote: `Track {1} has no ISRC.` beside `quoted: ["..."]`.
 */

/** Texts of an entry that are sentences of the hub. */
type Sentences = Readonly<Partial<Record<'message' | 'detail' | 'fix', unknown>>>

/** The same entry, with what its sentences quote in `quoted`. */
export function separateQuotedText<Entry extends Sentences>(
  entry: Entry,
): Entry & { readonly quoted?: readonly string[] } {
  const quoted: string[] = []
  // From the first quotation mark to the last: a title may hold some itself, to look as if it had ended.
  const apart = (text: unknown): unknown =>
    typeof text === 'string' ? text.replace(/"(.*)"/s, (_, inside: string) => `{${quoted.push(inside)}}`) : text
  const sentences = Object.entries(entry).filter(([name]) => isSentence(name))
  const changed = Object.fromEntries(sentences.map(([name, text]) => [name, apart(text)]))
  return quoted.length === 0 ? entry : { ...entry, ...changed, quoted }
}

const isSentence = (name: string): boolean => name === 'message' || name === 'detail' || name === 'fix'

/** For `JSON.stringify`: does it with every entry that has a message, anywhere in an answer. */
export const separateInMessages = (_: string, value: unknown): unknown =>
  hasMessage(value) ? separateQuotedText(value) : value

const hasMessage = (value: unknown): value is Sentences =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
