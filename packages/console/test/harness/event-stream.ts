import type { LiveEvent } from '@spindle/client'

/** The stream of changes of an account, which stays open for as long as a page listens. */

export type LiveNews = LiveEvent

export interface EventStream {
  /** Ends with the signal, as a connection does. */
  open(signal: AbortSignal | null | undefined): Response
  tell(news: LiveNews): void
}

export function eventStream(): EventStream {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  /** Events sent before anything listened. */
  const early: string[] = []
  const send = (text: string): void => {
    if (listeners.size === 0) early.push(text)
    for (const listener of listeners) listener.enqueue(encoder.encode(text))
  }
  return {
    open(signal) {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller
          listeners.add(controller)
          signal?.addEventListener('abort', () => listeners.delete(controller) && controller.error(signal.reason))
          for (const text of early.splice(0)) send(text)
        },
        cancel() {
          if (own) listeners.delete(own)
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    tell({ event, id, data }) {
      send(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)
    },
  }
}
