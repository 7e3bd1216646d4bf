import type { Upload, UploadKind, Uploads } from '@spindle/client'
import { isSignedOut } from '../../data/failure.ts'
import { tellIfSignedOut } from '../../data/session-events.ts'
import { findArrived, rememberArrival } from './arrivals.ts'
import { describeUploadFailure } from './describe-transfer.ts'
import { fingerprintOf } from './fingerprint.ts'
import { guardUnload } from './guard-unload.ts'
import { withLock } from './with-lock.ts'

export type SendingState = 'waiting' | 'sending' | 'retrying' | 'paused' | 'lost'

export interface Sending {
  readonly state: SendingState
  readonly sentBytes: number
  readonly bytesPerSecond: number
  /** When `sentBytes` was measured, by `performance.now()`. */
  readonly measuredAtMs: number
  /** Failures in a row, while it is tried again. */
  readonly attempt?: number | undefined
  /** Another window of this browser sends the same file. */
  readonly isElsewhere?: boolean
  /** Why it was given up. */
  readonly message?: string | undefined
}

export interface UploadJob {
  readonly key: string
  readonly bytes: File
  readonly name: string
  readonly kind: UploadKind
}

export interface UploadQueueOptions {
  readonly accountId: string
  readonly uploads: Uploads
  readonly onSending: (key: string, sending: Sending, uploadId?: string) => void
  readonly onArrived: (key: string, upload: Upload) => void
}

const slots = 3
/** A connection that is lost for minutes is not a reason to give up. */
const maxRetries = 40

interface Entry {
  readonly job: UploadJob
  sending: Sending
  running: AbortController | undefined
}

const idle: Sending = { state: 'waiting', sentBytes: 0, bytesPerSecond: 0, measuredAtMs: 0 }

/**
 * Sends files, three at a time: covers first, then the smallest. It lives outside of the pages, so that people can go
 * elsewhere in the meantime. The causes of a stop are separate: a person (paused), the connection (waiting), the hub
 * (lost).
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #entries = new Map<string, Entry>()
  #isSignedIn = true

  constructor(options: UploadQueueOptions) {
    this.#options = options
    addEventListener('online', this.goOn)
    addEventListener('offline', this.#onOffline)
  }

  add(job: UploadJob): void {
    const entry: Entry = { job, sending: idle, running: undefined }
    this.#entries.set(job.key, entry)
    this.#change(entry, {})
    this.#startNext()
  }

  pause(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#stop(entry, 'paused')
  }

  /** After a pause or a loss. */
  resume(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    if (!entry.running || entry.running.signal.aborted) this.#change(entry, { state: 'waiting', message: undefined })
    this.#startNext()
  }

  remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#stop(entry, 'paused')
    this.#startNext()
  }

  pauseAll(): void {
    for (const entry of this.#entries.values()) if (isMoving(entry) || isWaiting(entry)) this.#stop(entry, 'paused')
  }

  retryFailed(): void {
    for (const entry of this.#entries.values())
      if (entry.sending.state === 'lost') this.#change(entry, { state: 'waiting', message: undefined })
    this.#startNext()
  }

  /** The session is there again, or the line. */
  goOn = (): void => {
    this.#isSignedIn = true
    this.#startNext()
  }

  close(): void {
    removeEventListener('online', this.goOn)
    removeEventListener('offline', this.#onOffline)
    for (const entry of this.#entries.values()) entry.running?.abort()
    this.#entries.clear()
    this.#guard()
  }

  #onOffline = (): void => {
    for (const entry of this.#entries.values()) if (isMoving(entry)) this.#stop(entry, 'waiting')
  }

  #change(entry: Entry, changed: Partial<Sending>, uploadId?: string): void {
    entry.sending = { ...entry.sending, ...changed }
    const { key } = entry.job
    if (this.#entries.get(key) === entry) this.#options.onSending(key, entry.sending, uploadId)
    this.#guard()
  }

  /** A file that waits has to be chosen again, too, once the page is gone. */
  #guard(): void {
    guardUnload(
      this,
      [...this.#entries.values()].some((entry) => isMoving(entry) || isWaiting(entry)),
    )
  }

  #stop(entry: Entry, state: SendingState): void {
    entry.running?.abort()
    this.#change(entry, { state, bytesPerSecond: 0, attempt: undefined, isElsewhere: false })
  }

  #startNext(): void {
    if (!this.#isSignedIn || !navigator.onLine) return
    const entries = [...this.#entries.values()]
    const running = entries.filter((entry) => entry.running).length
    const waiting = entries.filter((entry) => !entry.running && isWaiting(entry))
    for (const entry of waiting.sort(byWeight).slice(0, Math.max(0, slots - running))) void this.#run(entry)
  }

  async #run(entry: Entry): Promise<void> {
    const { key } = entry.job
    const running = new AbortController()
    entry.running = running
    try {
      const upload = await this.#send(entry, running.signal)
      if (!this.#entries.delete(key)) return
      this.#options.onArrived(key, upload)
    } catch (error) {
      if (!running.signal.aborted) this.#giveUp(entry, error)
    } finally {
      entry.running = undefined
      this.#guard()
      this.#startNext()
    }
  }

  async #send(entry: Entry, signal: AbortSignal): Promise<Upload> {
    const { accountId, uploads } = this.#options
    const { bytes, name, kind } = entry.job
    const fingerprint = fingerprintOf(bytes)
    this.#change(entry, { state: 'sending', message: undefined, attempt: undefined })
    const onBusy = (): void => this.#change(entry, { state: 'waiting', isElsewhere: true })
    return withLock(`spindle-upload|${accountId}|${fingerprint}`, { signal, onBusy }, async () => {
      this.#change(entry, { state: 'sending', isElsewhere: false })
      const arrived = await findArrived(accountId, fingerprint, (uploadId) => uploads.get(uploadId, { signal }))
      if (arrived) return arrived
      const upload = await uploads.create(bytes, {
        filename: name,
        kind,
        signal,
        maxRetries,
        resume: fingerprint,
        onProgress: ({ uploadId, uploadedBytes, bytesPerSecond }) =>
          this.#change(
            entry,
            { ...measured(uploadedBytes, bytesPerSecond), state: 'sending', attempt: undefined },
            uploadId,
          ),
        onRetry: ({ attempt }) => this.#change(entry, { state: 'retrying', attempt, bytesPerSecond: 0 }),
      })
      await rememberArrival(accountId, { fingerprint, uploadId: upload.id })
      return upload
    })
  }

  #giveUp(entry: Entry, error: unknown): void {
    if (isSignedOut(error)) {
      this.#isSignedIn = false
      this.#change(entry, { state: 'waiting', bytesPerSecond: 0 })
      tellIfSignedOut(error)
    } else this.#change(entry, { state: 'lost', bytesPerSecond: 0, message: describeUploadFailure(error) })
  }
}

const isMoving = ({ sending: { state } }: Entry): boolean => state === 'sending' || state === 'retrying'
const isWaiting = ({ sending: { state } }: Entry): boolean => state === 'waiting'

const byWeight = (a: Entry, b: Entry): number =>
  Number(b.job.kind === 'image') - Number(a.job.kind === 'image') || a.job.bytes.size - b.job.bytes.size

const measured = (sentBytes: number, bytesPerSecond: number) => ({
  sentBytes,
  bytesPerSecond,
  measuredAtMs: performance.now(),
})
