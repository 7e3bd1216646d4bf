import type { PlayEvent } from '@spindle/client'

/** Reads NDJSON line by line. Every line keeps its number, so that what is refused can be found. */

/** A line that is a JSON object. `number` counts from 1, empty lines included. */
export interface PlayLine {
  readonly number: number
  readonly event: PlayEvent
}

/** A line that is not a play. */
export interface InvalidLine {
  readonly number: number
  readonly message: string
}

/** Longer than any play; a file without line breaks must not fill the memory. */
const maxLineLength = 64 * 1024

/**
 * One item for each line that is not empty, in their order. Lines above 65,536 characters are invalid, and never kept
 * whole.
 */
export async function* parsePlayLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlayLine | InvalidLine> {
  for await (const { number, text } of readTextLines(bytes)) {
    if (text === undefined) yield { number, message: `longer than ${maxLineLength} characters` }
    else if (text.trim() !== '') {
      const event = findEvent(text)
      yield event === undefined ? { number, message: 'not a JSON object' } : { number, event }
    }
  }
}

/** Only its form: what a play must contain is for the hub to check. */
function findEvent(text: string): PlayEvent | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as PlayEvent) : undefined
  } catch {
    return undefined
  }
}

interface TextLine {
  readonly number: number
  /** Undefined when it is too long. */
  readonly text: string | undefined
}

async function* readTextLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  const decoder = new TextDecoder()
  let number = 1
  let rest = ''
  let isTooLong = false
  const take = (text: string): TextLine => {
    const line = { number, text: isTooLong || text.length > maxLineLength ? undefined : text }
    number += 1
    isTooLong = false
    return line
  }
  for await (const chunk of bytes) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) yield take(part)
    if (rest.length > maxLineLength) {
      isTooLong = true
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest !== '' || isTooLong) yield take(rest)
}
