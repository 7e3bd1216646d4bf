import type { TextPart } from '../responses/handler-response.ts'

/** Longer writes would hide how fast their reader is. */
const pieceLength = 32_768

/**
 * The whole of a list as text, part after part. The first one is read before anything is sent, so that what fails there
 * is answered as an error; each further one when its reader has taken the one before. Nothing is held in between.
 */
export async function streamParts(
  readPart: (after: string | undefined) => Promise<TextPart>,
  begin: { readonly heading: string; readonly after: string | undefined },
): Promise<AsyncIterable<string>> {
  const first = await readPart(begin.after)
  return piecesOf(readPart, { ...first, text: begin.heading + first.text })
}

async function* piecesOf(
  readPart: (after: string | undefined) => Promise<TextPart>,
  first: TextPart,
): AsyncGenerator<string> {
  let part = first
  for (;;) {
    for (let start = 0; start < part.text.length; start += pieceLength) {
      const end = start + pieceLength
      // Not between the halves of a surrogate pair: each piece is encoded separately.
      const isSplit = isHighSurrogate(part.text.charCodeAt(end - 1))
      yield part.text.slice(start, isSplit ? end + 1 : end)
      if (isSplit) start += 1
    }
    if (part.next === null) return
    part = await readPart(part.next)
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
