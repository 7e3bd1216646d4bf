import { eventually } from '../harness/eventually.ts'
import type { TestHub } from '../harness/hub.ts'

/** A reader of server-sent events written by hand: the raw data. */

export interface ReadStream {
  readonly response: Response
  /** Blocks as they are in the stream, without comments and `retry`. */
  readonly events: StreamEvent[]
  /** True once the hub has ended it. */
  readonly hasEnded: () => boolean
  /** Waits for this many events. */
  first(count: number): Promise<StreamEvent[]>
  close(): void
}

export interface StreamEvent {
  readonly id: string | undefined
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on literal shapes
  readonly data: any
}

export const streamPath = '/api/v1/distributor/events/stream'

export async function readStream(
  hub: TestHub,
  headers: Record<string, string>,
  path = streamPath,
): Promise<ReadStream> {
  const controller = new AbortController()
  const response = await fetch(new URL(path, hub.url), { headers, signal: controller.signal })
  const events: StreamEvent[] = []
  let ended = false
  const read = async (): Promise<void> => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        if (data !== undefined)
          events.push({ id: field('id'), event: field('event') ?? '', data: JSON.parse(data) as unknown })
      }
    }
    ended = true
  }
  if (response.status === 200)
    void read().catch(() => {
      ended = true
    })
  return {
    response,
    events,
    hasEnded: () => ended,
    first: (count) =>
      eventually(async () => (events.length >= count ? events.slice(0, count) : undefined), {
        what: `${count} events`,
      }),
    close: () => controller.abort(),
  }
}
