import type { PlayEvent } from '@spindle/client'
import { limits } from '@spindle/contract'

/** Cuts a stream of NDJSON into batches the hub takes. Every line keeps its number, so that what is refused can be found. */

export interface Line {
  readonly number: number
  readonly event: PlayEvent
}

/** A line that is no play. */
export interface BadLine {
  readonly number: number
  readonly detail: string
}

export interface Batch {
  readonly lines: readonly Line[]
  readonly bad: readonly BadLine[]
}

/** Longer than any play; a file without line breaks must not fill the memory. */
const maxLineBytes = 64 * 1024
/** Below the limit of the hub, so that answers come often. */
const maxEvents = 5_000
const maxBytes = limits.maxPlaysBytes / 2

export async function* batchesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  let lines: Line[] = []
  let bad: BadLine[] = []
  let size = 0
  for await (const { number, text } of linesOf(bytes)) {
    if (text?.trim() === '') continue
    const event = text === undefined ? undefined : parseEvent(text)
    if (event === undefined || text === undefined)
      bad.push({ number, detail: text === undefined ? `longer than ${maxLineBytes} bytes` : 'not a JSON object' })
    else {
      lines.push({ number, event })
      size += Buffer.byteLength(JSON.stringify(event)) + 1
    }
    if (lines.length < maxEvents && size < maxBytes && bad.length < maxEvents) continue
    yield { lines, bad }
    lines = []
    bad = []
    size = 0
  }
  if (lines.length > 0 || bad.length > 0) yield { lines, bad }
}

/** Only its form: what a play must hold is for the hub to say. */
function parseEvent(text: string): PlayEvent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlayEvent) : undefined
  } catch {
    return undefined
  }
}

interface NumberedText {
  readonly number: number
  /** Undefined when the line is too long to be read. */
  readonly text: string | undefined
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedText> {
  const decoder = new TextDecoder()
  let number = 1
  let rest = ''
  let isTooLong = false
  const take = (text: string): NumberedText => {
    const line = { number, text: isTooLong || text.length > maxLineBytes ? undefined : text }
    number += 1
    isTooLong = false
    return line
  }
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield take(part)
    if (rest.length > maxLineBytes) {
      isTooLong = true
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest !== '' || isTooLong) yield take(rest)
}
