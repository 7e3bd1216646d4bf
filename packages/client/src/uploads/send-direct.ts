import type { UploadParts } from '@spindle/contract'
import { SpindleError } from '../errors.ts'
import { invalidAnswer } from '../transport/read-body.ts'
import { retryDelayMs } from '../transport/retry-policy.ts'
import { sleep } from '../transport/sleep.ts'
import { readPart } from './part-reader.ts'
import { type PartsJob, progressReporter, type Reporter } from './send-parts.ts'

/**
 * Sends parts to the object store, several at a time. What does not get there is no failure: the answer is the offset
 * from which the hub takes the rest.
 */

/** One upload whose bytes go to the object store. */
export interface DirectJob extends PartsJob {
  /** Where the next parts go. */
  readonly direct: UploadParts
}

/** Parts in memory at once. */
const sentAtOnce = 4
/** A hub discards an upload after a day without requests, and a person who watches should see progress. */
const reportEvery = 32
/** Then the store is out of reach, and the hub is not. */
const attemptsPerPart = 3
/** The upload is gone, or the hub takes the rest itself. */
const isOver: ReadonlySet<number> = new Set([404, 409, 410])
/** An address that ends sooner is replaced. */
const leastLifeMs = 60_000

/** Answers how many bytes the hub has counted. */
export async function sendDirect(job: DirectJob): Promise<number> {
  const { startOffset, direct, source } = job
  if (source.size === undefined || startOffset % direct.partBytes !== 0) return startOffset
  const sending = prepare(job, source.size)
  const workers = Array.from({ length: sentAtOnce }, () => sendInTurn(sending).finally(sending.stop))
  for (const ended of await Promise.allSettled(workers)) if (ended.status === 'rejected') throw ended.reason
  await sending.counting
  return countStored(sending)
}

interface Part {
  readonly number: number
  readonly body: Uint8Array<ArrayBuffer>
}

interface Sending extends DirectJob {
  readonly addresses: Addresses
  readonly report: Reporter
  /** The next part of the file, read after the one before; undefined at the end, or when no more shall be sent. */
  next(): Promise<Part | undefined>
  stop(): void
  readonly stored: number[]
  storedBytes: number
  /** A report on its way, for which no part waits. */
  counting: Promise<unknown> | undefined
}

function prepare(job: DirectJob, size: number): Sending {
  const { source, direct, startOffset, throttle } = job
  let at = startOffset
  let isStopped = false
  let reading: Promise<unknown> = Promise.resolve()
  const readNext = async (): Promise<Part | undefined> => {
    if (isStopped || at >= size) return undefined
    const body = await readPart(source, at, Math.min(direct.partBytes, size - at))
    const number = at / direct.partBytes + 1
    at += body.byteLength
    await throttle?.(body.byteLength)
    return { number, body }
  }
  return {
    ...job,
    addresses: partAddresses(job),
    report: progressReporter(job),
    next() {
      const part = reading.then(readNext)
      reading = part.catch(() => {
        isStopped = true
      })
      return part
    },
    stop() {
      isStopped = true
    },
    stored: [],
    storedBytes: startOffset,
    counting: undefined,
  }
}

async function sendInTurn(sending: Sending): Promise<void> {
  const { stored, source } = sending
  for (let part = await sending.next(); part; part = await sending.next()) {
    if (!(await sendPart(sending, part))) return sending.stop()
    stored.push(part.number)
    sending.storedBytes += part.body.byteLength
    sending.report.at(sending.storedBytes)
    // The last one is reported at the end.
    if (stored.length % reportEvery === 0 && sending.storedBytes !== source.size) countMeanwhile(sending)
  }
}

function countMeanwhile(sending: Sending): void {
  if (sending.counting !== undefined) return
  const counting = countStored(sending)
  sending.counting = counting
  counting.then(
    () => {
      sending.counting = undefined
    },
    // Thrown at the end.
    () => sending.stop(),
  )
}

/** False when the object store does not take it. */
async function sendPart(sending: Sending, { number, body }: Part): Promise<boolean> {
  const { tus, uploadId, addresses, signal, timeoutMs, onRetry } = sending
  for (let attempt = 0; ; attempt++) {
    try {
      await tus.putPart(await addresses.find(number), body, { signal, timeoutMs })
      return true
    } catch (error) {
      if (!(error instanceof SpindleError)) throw error
      if (attempt + 1 >= attemptsPerPart || isOver.has(error.status ?? 0)) return false
      // It may have expired, by either clock.
      if (error.status === 403) addresses.forget(number)
      const delayMs = retryDelayMs(attempt, undefined) ?? 0
      onRetry?.({ uploadId, attempt: attempt + 1, maxRetries: attemptsPerPart - 1, delayMs, error })
      await sleep(delayMs, signal)
    }
  }
}

/** What the hub counts is what it finds, so a report may be repeated; one that fails leaves what was counted before. */
async function countStored({ tus, uploadId, stored, signal, maxRetries }: Sending): Promise<number> {
  try {
    return (await tus.report(uploadId, stored, { signal, maxRetries })).offset
  } catch (error) {
    if (!(error instanceof SpindleError)) throw error
    return tus.offset(uploadId, { signal, maxRetries })
  }
}

interface Addresses {
  find(number: number): Promise<string>
  forget(number: number): void
}

function partAddresses({ tus, uploadId, direct, signal, maxRetries }: DirectJob): Addresses {
  const known = new Map<number, UploadParts['parts'][number]>()
  const keep = ({ parts }: UploadParts): void => {
    for (const part of parts) known.set(part.number, part)
  }
  const isGood = (number: number): boolean => Date.parse(known.get(number)?.expiresAt ?? '') - Date.now() > leastLifeMs
  let asking: Promise<void> | undefined
  /** An answer has the addresses of many parts, so concurrent calls share one request. */
  const ask = (number: number): Promise<void> =>
    (asking ??= tus
      .listParts(uploadId, number, { signal, maxRetries })
      .then(keep)
      .finally(() => {
        asking = undefined
      }))
  keep(direct)
  return {
    async find(number) {
      // The local clock does not matter for a new address: the store decides whether it is valid.
      if (!isGood(number)) await ask(number)
      // Another part was requested, and the answer begins after this one.
      if (!known.has(number)) await ask(number)
      const { url } = known.get(number) ?? {}
      if (url === undefined) throw invalidAnswer(`no address for part ${number}`)
      return url
    },
    forget: (number) => void known.delete(number),
  }
}
