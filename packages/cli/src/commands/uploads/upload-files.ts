import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  AuthenticationError,
  PermissionDeniedError,
  type Spindle,
  type Upload,
  type UploadOptions,
} from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { awayEvent, retryEvent } from '../../deliver/deliver-events.ts'
import { openView } from '../../deliver/view/open-view.ts'
import type { View } from '../../deliver/view/plain-view.ts'
import { InterruptedError } from '../../errors/command-error.ts'
import { explainError } from '../../errors/explain-error.ts'
import { type ByteRateLimiter, byteRateLimiter, limiterClock } from '../../hub/byte-rate-limiter.ts'
import { mostBytesOfOneRequest } from '../../hub/upload-limits.ts'
import { type UploadWatcher, uploadWatcher } from '../../hub/upload-watcher.ts'
import { countFiles } from './count-files.ts'
import { rememberFinished } from './remember-finished.ts'
import { type FileOutcome, reportOutcomes } from './report-outcomes.ts'
import type { send } from './upload-commands.ts'

/** Sends files side by side. One that fails does not stop the others; only a key that is refused does. */

export const uploadFiles: CommandHandler<typeof send> = async (context, { files, concurrency = 3, bwlimit, wait }) => {
  const cache = rememberFinished(context.uploadCache)
  const client = await context.client(cache)
  const names = [...new Set(files)]
  const view = await openView(context)
  try {
    const sizes = await Promise.all(names.map((name) => findSize(resolve(context.cwd, name))))
    view.emit({ type: 'files', files: names.map((name, index) => ({ name, bytes: sizes[index] ?? 0 })) })
    const outcomes = await sendFiles(context, {
      client,
      view,
      files: names.map((name) => ({ name, path: resolve(context.cwd, name) })),
      concurrency,
      bytesPerSecond: bwlimit,
      isWaiting: wait,
    })
    if (outcomes.every(({ failure }) => failure === undefined)) await cache.forgetFinished()
    return reportOutcomes(context, view, outcomes)
  } catch (error) {
    if (context.signal.aborted) throw new InterruptedError('Run the same command again; it continues where it stopped.')
    throw error
  } finally {
    view.close()
  }
}

/** Whether it can be read at all is reported when its turn comes. */
const findSize = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0

/** A file of this machine. */
export interface FileToSend {
  readonly name: string
  readonly path: string
  /** What the hub calls it; default the last part of its path. */
  readonly filename?: string
  /** For a file that is not on the disk by itself; default: the file at `path`. */
  readonly upload?: (client: Spindle, options: UploadOptions) => Promise<Upload>
}

interface Job {
  readonly client: Spindle
  readonly watcher: UploadWatcher
  readonly view: View
  readonly files: readonly FileToSend[]
  readonly concurrency: number
  readonly isWaiting: boolean
  readonly throttle: ByteRateLimiter | undefined
}

interface Sending extends Omit<Job, 'watcher' | 'throttle'> {
  readonly bytesPerSecond: number | undefined
}

export interface FilesToCheck {
  readonly client: Spindle
  readonly files: readonly FileToSend[]
  readonly concurrency?: number | undefined
  readonly bwlimit?: number | undefined
}

/** Sends the files with a view of the progress, and waits until the hub has checked each. */
export async function sendAndCheck(
  context: CommandContext,
  { client, files, concurrency = 3, bwlimit }: FilesToCheck,
): Promise<readonly FileOutcome[]> {
  const view = await openView(context)
  try {
    const emit = countFiles(view.emit, files.length, () => performance.now())
    const counting = { ...view, emit }
    return await sendFiles(context, {
      client,
      view: counting,
      files,
      concurrency,
      bytesPerSecond: bwlimit,
      isWaiting: true,
    })
  } finally {
    view.close()
  }
}

/** In the order of the files; one that fails says so in its outcome. */
async function sendFiles(
  { signal }: Pick<CommandContext, 'signal'>,
  { bytesPerSecond, ...given }: Sending,
): Promise<readonly FileOutcome[]> {
  const stop = new AbortController()
  const ends = AbortSignal.any([signal, stop.signal])
  const job: Job = {
    ...given,
    throttle: bytesPerSecond === undefined ? undefined : byteRateLimiter(bytesPerSecond, limiterClock(ends)),
    watcher: uploadWatcher(given.client.uploads, {
      signal: ends,
      onAway: (error) => given.view.emit(awayEvent(error)),
    }),
  }
  const outcomes: FileOutcome[] = []
  const checks: Promise<void>[] = []
  const queue = job.files.entries()
  const work = async (): Promise<void> => {
    for (const [index, found] of queue) {
      const file: SentFile = { ...found, signal: ends }
      const keep = (outcome: FileOutcome): void => {
        outcomes[index] = outcome
      }
      const sent = await attempt(job, file, null, () => sendFile(job, file))
      keep(sent)
      // The next file does not wait for the checks of this one.
      if (!sent.upload || !job.isWaiting) continue
      const checked = check(job, file, sent.upload).then(keep)
      // It is awaited below, perhaps much later; until then it must not count as unhandled.
      checked.catch(() => {})
      checks.push(checked)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(job.concurrency, job.files.length) }, work))
    await Promise.all(checks)
    return outcomes
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled(checks)
    throw error
  }
}

interface SentFile extends FileToSend {
  readonly signal: AbortSignal
}

async function sendFile(
  { client, throttle, view: { emit } }: Job,
  { name, path, signal, filename, upload = (hub, options) => uploadFile(hub, path, options) }: SentFile,
): Promise<Upload> {
  emit({ type: 'reading', file: name })
  return upload(client, {
    signal,
    ...(filename === undefined ? {} : { filename }),
    oneRequestBytes: mostBytesOfOneRequest,
    throttle,
    onProgress: ({ uploadedBytes, bytesPerSecond }) =>
      emit({ type: 'progress', file: name, bytes: uploadedBytes, bytesPerSecond }),
    onRetry: (retry) => emit(retryEvent(name, retry)),
  })
}

function check(job: Job, file: SentFile, upload: Upload): Promise<FileOutcome> {
  const { watcher, view } = job
  view.emit({ type: 'checking', file: file.name })
  return attempt(job, file, upload, async () => {
    const checked = await watcher.waitFor(upload.id)
    view.emit({ type: 'checked', file: file.name, upload: checked })
    return checked
  })
}

async function attempt(
  { view }: Job,
  { name, path, signal }: SentFile,
  upload: Upload | null,
  work: () => Promise<Upload>,
): Promise<FileOutcome> {
  try {
    return { file: name, upload: await work(), failure: undefined }
  } catch (error) {
    signal.throwIfAborted()
    // Without the right key no file will arrive.
    if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) throw error
    const { message, ...facts } = explainError(error)
    // Every line about the file begins with its name.
    const failure = { ...facts, message: message.replace(`${path} `, '') }
    view.emit({ type: 'failed', file: name, why: failure.message })
    return { file: name, upload, failure }
  }
}
