import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * At most two requests of one connection are worked on at a time. Answers of pipelined requests (RFC 9112 section 9.3.2)
 * are kept until those before them are sent, so one connection could otherwise make the hub hold any number of them.
 */

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const maxInFlight = 2
/** Nobody pipelines so many in good faith. */
const maxWaiting = 100

interface Pipeline {
  inFlight: number
  readonly waiting: (() => void)[]
}

/** `handler`, called for the third request of a connection only once one of the two before it is answered. */
export function limitPipelining(handler: Handler): Handler {
  const pipelines = new WeakMap<Socket, Pipeline>()
  const begin = (pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void => {
    pipeline.inFlight += 1
    response.once('close', () => {
      pipeline.inFlight -= 1
      pipeline.waiting.shift()?.()
    })
    handler(request, response)
  }
  return (request, response) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? { inFlight: 0, waiting: [] }
    pipelines.set(socket, pipeline)
    if (pipeline.inFlight < maxInFlight) return begin(pipeline, request, response)
    if (pipeline.waiting.length >= maxWaiting) return void socket.destroy()
    pipeline.waiting.push(() => {
      if (!socket.destroyed) begin(pipeline, request, response)
    })
  }
}
