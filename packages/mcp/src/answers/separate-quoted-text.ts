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

/** For `JSON.stringify`: does it with every finding, anywhere in an answer. */
export const separateInFindings = (_: string, value: unknown): unknown =>
  isFinding(value) ? separateQuotedText(value) : value

const isFinding = (value: unknown): value is Sentences =>
  typeof value === 'object' && value !== null && 'severity' in value && 'message' in value
