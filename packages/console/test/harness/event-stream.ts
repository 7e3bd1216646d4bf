import type { LiveEvent } from '@spindle/client'

/** The stream of changes of an account, which stays open for as long as a page listens. */

export type LiveNews = LiveEvent

export interface EventStream {
  open(): Response
  tell(news: LiveNews): void
}

export function eventStream(): EventStream {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  return {
    open() {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          listeners.add(controller)
        },
        cancel() {
          if (own) listeners.delete(own)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    tell({ event, id, data }) {
      const text = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
      for (const listener of listeners) listener.enqueue(encoder.encode(text))
    },
  }
}
