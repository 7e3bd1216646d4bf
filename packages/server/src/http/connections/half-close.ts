import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A client may close its side of the connection after its request, as `nc -N` does, and still read the answer. A client
 * that has gone looks the same to TCP until something is sent to it. So answers are sent while they make progress; after
 * `silentMs` without a byte the connection is closed, which aborts its request.
 */
export function answerHalfClosed(server: Server, silentMs: number): void {
  // Known to Node, but not to its types.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket: Socket) => {
    socket.once('end', () => closeWhenSilent(socket, silentMs))
  })
}

function closeWhenSilent(socket: Socket, silentMs: number): void {
  let written = socket.bytesWritten
  const timer = setInterval(() => {
    // What waits for the client is the business of the limit for slow readers.
    if (socket.bytesWritten === written && socket.writableLength === 0) socket.destroy()
    written = socket.bytesWritten
  }, silentMs)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}
