import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'

/**
 * Receives the body of a request. Distinguishes an end from a lost connection: only a body with its declared length or
 * its terminating chunk is complete, whatever the socket did.
 */

/** A request, or another source of bytes. */
export type BodySource = Readable & {
  /** Whether the body was complete at its end. */
  readonly complete: boolean
}

export interface BodyReceiver {
  push(chunk: Buffer): void
  /** Undefined while there is space; otherwise resolves when there is space again. Rejects if writing failed. */
  room(): Promise<void> | undefined
}

export interface ReceiveBodyOptions {
  /** More bytes than this are `upload_too_large`; the chunk that exceeds it is not used. */
  readonly maxBytes: number
  readonly declaredBytes: number | undefined
  /** Ends the request: another writer has claimed the upload, or the hub stops. */
  readonly signal: AbortSignal
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
}

/** `cut` if the connection was lost: everything pushed arrived, the rest is unknown. */
export type Reception = 'complete' | 'cut'

export function receiveBody(
  request: BodySource,
  receiver: BodyReceiver,
  options: ReceiveBodyOptions,
): Promise<Reception> {
  const { promise, resolve, reject } = Promise.withResolvers<Reception>()
  let received = 0
  const watchdog = watchRate(request, options, reject)
  const onData = (chunk: Buffer): void => {
    received += chunk.length
    if (received > options.maxBytes) {
      reject(tooLong(options.maxBytes))
      return
    }
    receiver.push(chunk)
    watchdog.count(chunk.length)
    const room = receiver.room()
    if (!room) return
    request.pause()
    watchdog.excuse()
    room.then(() => {
      watchdog.excuse()
      request.resume()
    }, reject)
  }
  const onEnd = (): void => resolve(isWhole(request, received, options.declaredBytes) ? 'complete' : 'cut')
  const onCut = (): void => resolve('cut')
  const onStop = (): void => reject(options.signal.reason)
  // A connection without a byte for minutes is closed, except while we do not read from it.
  const onIdle = (socket: Socket): void => {
    if (request.isPaused()) socket.setTimeout(socket.timeout ?? 0)
    else socket.destroy()
  }
  request.on('data', onData).once('end', onEnd).once('close', onCut).on('error', onCut).on('timeout', onIdle)
  options.signal.addEventListener('abort', onStop, { once: true })
  if (options.signal.aborted) onStop()
  if (request.destroyed && !request.readableEnded) onCut()
  return promise.finally(() => {
    watchdog.stop()
    options.signal.removeEventListener('abort', onStop)
    request.off('data', onData).off('end', onEnd).off('close', onCut).off('timeout', onIdle)
  })
}

const isWhole = (request: BodySource, received: number, declared: number | undefined): boolean =>
  request.complete && (declared === undefined || declared === received)

const tooLong = (maxBytes: number): AppError =>
  new AppError('upload_too_large', {
    detail: `The body is longer than the ${maxBytes} bytes that remain.`,
    extensions: { maxBytes },
  })

/** Limits idle time, not total time; time with backpressure does not count. */
function watchRate(
  request: BodySource,
  { minBytesPerSecond, rateWindowMs }: ReceiveBodyOptions,
  onSlow: (error: AppError) => void,
): { count(bytes: number): void; excuse(): void; stop(): void } {
  let bytes = 0
  let isExcused = false
  const timer = setInterval(() => {
    if (!isExcused && !request.isPaused() && bytes < (minBytesPerSecond * rateWindowMs) / 1000)
      onSlow(
        new AppError('request_timeout', {
          detail: `The upload was slower than ${minBytesPerSecond} bytes per second. Read the offset with HEAD and continue there.`,
        }),
      )
    bytes = 0
    isExcused = false
  }, rateWindowMs)
  timer.unref()
  return {
    count(more) {
      bytes += more
    },
    excuse() {
      isExcused = true
    },
    stop: () => clearInterval(timer),
  }
}
