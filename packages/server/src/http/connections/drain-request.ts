import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * What still arrives of a body once its answer is sent. It is read and thrown away for a while, because an answer would
 * be lost if the connection were closed under it; a client that still sends after that is cut off and cannot hold a
 * connection forever.
 */

export function drainRequest(request: IncomingMessage, lingerMs: number): void {
  if (request.complete || request.destroyed) return
  request.resume()
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, lingerMs)
  timer.unref()
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}

/** `dropRest` as soon as the answer is sent. Costs requests without a body nothing. */
export function drainRequestOnceAnswered(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  response.once('finish', () => drainRequest(request, lingerMs))
}
