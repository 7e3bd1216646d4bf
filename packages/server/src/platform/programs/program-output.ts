/** What a program prints, in bounds. */

/** Keeps the first `maxBytes`; calls `onMore` if there are more. */
export function boundedOutput(maxBytes: number, onMore: () => void) {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add: (chunk: Buffer): void => {
      length += chunk.length
      if (length <= maxBytes) chunks.push(chunk)
      else onMore()
    },
    bytes: (): Buffer => Buffer.concat(chunks),
  }
}

const keptBytes = 8 * 1024
const mostLines = 10
const mostCharacters = 600

/** Keeps the end of what a program prints for people. */
export function lastWords() {
  let kept = Buffer.alloc(0)
  return {
    add: (chunk: Buffer): void => {
      kept = Buffer.concat([kept, chunk.subarray(-keptBytes)]).subarray(-keptBytes)
    },
    text: (): string => lastLines(kept.toString('utf8')),
  }
}

/** The last lines that are not empty, without control characters, which could rewrite a terminal. */
export function lastLines(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}/gu, ' ').trim())
    .filter((line) => line !== '')
    .slice(-mostLines)
  return [...lines.join('\n')].slice(-mostCharacters).join('').trim()
}
