import stringWidth from 'string-width'

/**
 * Breaks a line between words so that every part is narrower than `columns`. The parts after the first are indented, by
 * two more than the line is unless an indent is given.
 */
export function wrapText(line: string, columns: number, indent = deeperIndent(line)): readonly string[] {
  if (stringWidth(line) < columns) return [line]
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<=\S)(?= )/).flatMap((word) => splitWord(word, columns - indent.length - 1))) {
    const isFull = current !== '' && stringWidth(current + word) >= columns
    if (isFull) lines.push(current)
    current = isFull ? indent + word.trimStart() : current + word
  }
  return [...lines, current]
}

const deeperIndent = (line: string): string => ' '.repeat(Math.min(4, (/^ */.exec(line)?.[0].length ?? 0) + 2))

/** A word that is wider than a line has to be cut somewhere. */
function splitWord(word: string, width: number): readonly string[] {
  if (stringWidth(word) <= width) return [word]
  const parts: string[] = []
  let current = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (stringWidth(current + segment) > width) {
      parts.push(current)
      current = ''
    }
    current += segment
  }
  return [...parts, current]
}
