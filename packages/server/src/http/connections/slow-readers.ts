import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Cuts connections whose answers do not move: a client that reads slower than the minimum rate over a whole window
 * holds memory and a connection for nothing. A window in which the hub itself was held up is not judged. What is sent
 * in pieces counts as it goes, so bodies must not be one long write.
 */
export interface SlowReaderLimits {
  readonly minBytesPerSecond: number
  readonly windowMs: number
}

const defaults: SlowReaderLimits = { minBytesPerSecond: 4_096, windowMs: 30_000 }

interface Mark {
  readonly bytes: number
  readonly atMs: number
}

export function cutSlowReaders(server: Server, limits: SlowReaderLimits = defaults): void {
  const marks = new Map<Socket, Mark | undefined>()
  server.on('connection', (socket: Socket) => {
    marks.set(socket, undefined)
    socket.once('close', () => marks.delete(socket))
  })
  const intervalMs = limits.windowMs / 6
  let checkedAtMs = performance.now()
  const check = (): void => {
    const nowMs = performance.now()
    // Meanwhile nothing could be sent to any client.
    const wasHeldUp = nowMs - checkedAtMs > 2 * intervalMs
    checkedAtMs = nowMs
    for (const [socket, mark] of marks) {
      const next = wasHeldUp ? undefined : nextMark(socket, mark, nowMs, limits)
      if (next === 'too slow') socket.destroy()
      else marks.set(socket, next)
    }
  }
  let timer: NodeJS.Timeout | undefined
  server.on('listening', () => {
    timer = setInterval(check, intervalMs)
    timer.unref()
  })
  server.on('close', () => clearInterval(timer))
}

/** Undefined while nothing waits to be sent. */
function nextMark(
  socket: Socket,
  mark: Mark | undefined,
  nowMs: number,
  { minBytesPerSecond, windowMs }: SlowReaderLimits,
): Mark | 'too slow' | undefined {
  if (socket.writableLength === 0) return undefined
  const bytes = socket.bytesWritten - socket.writableLength
  if (!mark) return { bytes, atMs: nowMs }
  const elapsedMs = nowMs - mark.atMs
  if (elapsedMs < windowMs) return mark
  return bytes - mark.bytes < (minBytesPerSecond * elapsedMs) / 1000 ? 'too slow' : { bytes, atMs: nowMs }
}
