import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * An answer may be sent before its request has arrived. If a socket is closed with unread bytes, TCP resets it, and the
 * client loses the answer (RFC 9112 section 9.6). So the rest of a request is read and dropped after the answer, and a
 * connection that ends with the answer is half-closed first. Time and bytes are bounded, and nothing is kept.
 */
export interface LingerLimits {
  readonly ms: number
  readonly bytes: number
}

const latestRequests = new WeakMap<Socket, IncomingMessage>()

/** Half-closes every connection that the server ends after an answer, also after Node's own answers. */
export function lingerOnClose(server: Server, limits: LingerLimits): void {
  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls it after an answer with `Connection: close`.
    socket.destroySoon = () => {
      if (latestRequests.get(socket)?.complete) destroySoon()
      else closeGently(socket, limits)
    }
  })
}

/** Sends `last` and the end, then drops what arrives until the client closes. No further request is parsed. */
export function closeGently(socket: Socket, limits: LingerLimits, last = ''): void {
  socket.end(last)
  // Node's listener passes the bytes to the parser. Adding our own takes the socket from the parser, too.
  socket.removeAllListeners('data')
  socket.on('data', countDown(socket, limits.bytes))
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), limits.ms)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}

/** Drops the rest of a request once its answer is sent, also on a connection that is kept. */
export function drainOnceAnswered(request: IncomingMessage, response: ServerResponse, limits: LingerLimits): void {
  latestRequests.set(request.socket, request)
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return
  response.once('finish', () => drain(request, limits))
}

function drain(request: IncomingMessage, { ms, bytes }: LingerLimits): void {
  const { socket } = request
  // A half-closed socket has been taken from the parser and has its own timer.
  if (request.complete || request.destroyed || socket.writableEnded) return
  request.on('data', countDown(socket, bytes))
  request.resume()
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy()
  }, ms)
  timer.unref()
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}

function countDown(socket: Socket, bytes: number): (chunk: Buffer) => void {
  let left = bytes
  return ({ length }) => {
    left -= length
    if (left < 0) socket.destroy()
  }
}
