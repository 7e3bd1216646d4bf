import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'

/**
 * Takes the body of a request as it arrives. Owns the difference between an end and a cut: only a body that arrived
 * to its declared length or its terminating chunk is complete, whatever the socket did.
 */

/** A request, or what else bytes come from. */
export type BodySource = Readable & {
  /** Whether, at its end, nothing was cut off. */
  readonly complete: boolean
}

export interface BodyReceiver {
  push(chunk: Buffer): void
  /** Undefined while there is room; else resolves when there is room again. Rejects when writing failed. */
  room(): Promise<void> | undefined
}

export interface ReceiveBodyOptions {
  /** More than this is `upload_too_large`; the chunk that crosses the line is not taken. */
  readonly maxBytes: number
  readonly declaredBytes: number | undefined
  /** Ends the request: another writer took over, or the hub stops. */
  readonly signal: AbortSignal
  readonly minBytesPerSecond: number
  readonly rateWindowMs: number
}

/** `cut` when the body broke off: everything pushed arrived, nothing is known about the rest. */
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
  // A connection without a byte for minutes ends, but not one that we do not read from.
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

/** Limits idle time, not total time; a window in which we applied backpressure does not count. */
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
