import { setImmediate } from 'node:timers/promises'
import type { RenderedResponse } from './handler-response.ts'

/**
 * A page of four megabytes takes fifteen milliseconds to become bytes when one of its characters is beyond Latin 1. So a
 * long body is encoded a piece at a time, and everybody else gets a turn in between.
 */

/** Longer bodies are encoded and sent in pieces. */
const longChars = 262_144

export async function encodeLongBody(rendered: RenderedResponse): Promise<RenderedResponse> {
  const { body } = rendered
  if (body === undefined || body.length <= longChars) return rendered
  const pieces: Buffer[] = []
  for (let start = 0; start < body.length; ) {
    const end = endOfPiece(body, start)
    pieces.push(Buffer.from(body.slice(start, end)))
    start = end
    await setImmediate()
  }
  return { ...rendered, body: undefined, pieces }
}

/** Never between the two halves of one character. */
function endOfPiece(text: string, start: number): number {
  const end = Math.min(text.length, start + longChars)
  const last = text.charCodeAt(end - 1)
  return end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

/** What is written at once: small, so that it is seen how fast the reader takes it. */
const writeBytes = 65_536

export function* writesOf(pieces: readonly Buffer[]): Iterable<Buffer> {
  for (const piece of pieces)
    for (let start = 0; start < piece.length; start += writeBytes) yield piece.subarray(start, start + writeBytes)
}

export const lengthOfPieces = (pieces: readonly Buffer[]): number =>
  pieces.reduce((total, { length }) => total + length, 0)
