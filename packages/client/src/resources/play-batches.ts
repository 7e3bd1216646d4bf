import type { PlayEvent } from '@spindle/contract'

/** Cuts any number of plays into NDJSON that the hub takes in one request. A test holds the limits against the contract. */

export interface PlayBatch {
  /** Place of its first event among all. */
  readonly firstIndex: number
  /** NDJSON, one event a line. */
  readonly text: string
}

/** What one request may hold. */
export const playLimits = { events: 10_000, bytes: 5 * 1024 ** 2 }

/** Batches in order, each as large as the hub takes. */
export async function* playBatches(
  events: Iterable<PlayEvent> | AsyncIterable<PlayEvent>,
): AsyncGenerator<PlayBatch, void, undefined> {
  const encoder = new TextEncoder()
  let firstIndex = 0
  let lines: string[] = []
  let bytes = 0
  for await (const event of events) {
    const line = `${JSON.stringify(event)}\n`
    const lineBytes = encoder.encode(line).byteLength
    if (lines.length === playLimits.events || (lines.length > 0 && bytes + lineBytes > playLimits.bytes)) {
      yield { firstIndex, text: lines.join('') }
      firstIndex += lines.length
      lines = []
      bytes = 0
    }
    lines.push(line)
    bytes += lineBytes
  }
  if (lines.length > 0) yield { firstIndex, text: lines.join('') }
}
