import type { Readable } from 'node:stream'

/** JSON values, one a line. Not by `readline`, which also ends a line at characters that may stand in a text. */
export async function* parseJsonLines<T>(source: Readable): AsyncGenerator<T> {
  let rest = ''
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
  if (rest !== '') yield JSON.parse(rest) as T
}
