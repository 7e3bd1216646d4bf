/** One element of a message of ours. */
export interface MessageNode {
  readonly name: string
  /** All of the element, as it is in the message. */
  readonly source: string
  /** Its first line: name and attributes, and its text where it has no elements. */
  readonly head: string
  readonly children: readonly MessageNode[]
}

const leaf = /^<([^\s>]+)[^>]*>.*<\/\1>$/
const nameOf = (line: string): string => /^<([^\s>]+)/.exec(line)?.[1] ?? ''

/**
 * Reads what the writer of messages wrote: one element, or one end of an element, on each line, moved in by its depth.
 */
export function readMessage(xml: string): MessageNode {
  let place = xml.startsWith('<?') ? xml.indexOf('\n') + 1 : 0
  const takeLine = (): string => {
    const end = xml.indexOf('\n', place)
    const line = xml.slice(place, end === -1 ? xml.length : end)
    place += line.length + 1
    return line
  }
  const read = (indent: string): MessageNode => {
    const start = place
    const head = takeLine().slice(indent.length)
    const children: MessageNode[] = []
    if (!leaf.test(head)) {
      while (place < xml.length && !xml.startsWith(`${indent}</`, place)) children.push(read(`${indent}  `))
      takeLine()
    }
    return { name: nameOf(head), source: xml.slice(start, place - 1), head, children }
  }
  return read('')
}

/** The element alone, without indentation. */
export function writtenAlone({ source }: MessageNode): string {
  const indent = /^ */.exec(source)?.[0].length ?? 0
  return source
    .split('\n')
    .map((line) => line.slice(indent))
    .join('\n')
}
