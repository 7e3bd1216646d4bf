import { SpindleError, type Upload, UploadError } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import { type ByteRateLimiter, byteRateLimiter, limiterClock } from '../../hub/byte-rate-limiter.ts'
import { mostBytesOfOneRequest } from '../../hub/upload-limits.ts'
import { type UploadWatcher, uploadWatcher } from '../../hub/upload-watcher.ts'
import { awayEvent, retryEvent } from '../deliver-events.ts'
import type { FileToSend } from '../plan/files-to-send.ts'
import type { DeliverSession } from './deliver-session.ts'
import { fileChanged, hashFolderFile, refuseChanged } from './hash-folder-file.ts'

/** Sends files, several at once, and waits for the analysis of each. */

/** How files are sent. */
export interface UploadFilesOptions {
  /** Files sent at once. */
  readonly concurrency: number
  /** Most bytes a second, of all files together; undefined for no limit. */
  readonly bytesPerSecond: number | undefined
}

/** The analysed uploads by the names of their files. If a failure interrupts it, the next run continues. */
export async function uploadFiles(
  session: DeliverSession,
  files: readonly FileToSend[],
  { concurrency, bytesPerSecond }: UploadFilesOptions,
): Promise<ReadonlyMap<string, Upload>> {
  const stop = new AbortController()
  const signal = AbortSignal.any([session.signal, stop.signal])
  const inner: DeliverSession = { ...session, signal }
  const watcher = uploadWatcher(session.client.uploads, { signal, onAway: (error) => session.emit(awayEvent(error)) })
  const bySha256 = new Map<string, Promise<Upload>>()
  const throttle = bytesPerSecond === undefined ? undefined : byteRateLimiter(bytesPerSecond, limiterClock(signal))
  const uploads = new Map<string, Upload>()
  const analyses: Promise<void>[] = []
  const fail = (error: unknown): void => {
    // The first reason stays: whatever the others fail with follows from it.
    stop.abort(error)
  }
  const queue = [...files]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && !stop.signal.aborted; next = queue.shift()) {
      const { file } = next
      const sent = await sendOnce(inner, next, { bySha256, throttle }).catch(fail)
      // The next file does not wait for the analysis of this one.
      if (sent)
        analyses.push(
          analyse(inner, watcher, { name: file.name, sent }).then(
            (upload) => void uploads.set(file.name, upload),
            fail,
          ),
        )
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, files.length) }, work))
  await Promise.all(analyses)
  session.signal.throwIfAborted()
  stop.signal.throwIfAborted()
  // In the order of the files, whichever was analysed first.
  return new Map(files.flatMap(({ file: { name } }) => ofName(uploads, name)))
}

const ofName = (uploads: ReadonlyMap<string, Upload>, name: string): readonly (readonly [string, Upload])[] => {
  const upload = uploads.get(name)
  return upload ? [[name, upload]] : []
}

interface SharedSending {
  readonly bySha256: Map<string, Promise<Upload>>
  readonly throttle: ByteRateLimiter | undefined
}

/** The same bytes under two names are one upload. */
async function sendOnce(
  session: DeliverSession,
  next: FileToSend,
  { bySha256, throttle }: SharedSending,
): Promise<Upload> {
  const { file } = next
  const sha256 = await hashFolderFile(session, file)
  const known = bySha256.get(sha256)
  const sending = known ?? send(session, next, { sha256, throttle })
  bySha256.set(sha256, sending)
  const upload = await sending
  session.emit({ type: 'progress', file: file.name, bytes: file.size, bytesPerSecond: 0 })
  return upload
}

async function send(
  session: DeliverSession,
  { file, kind }: FileToSend,
  { sha256, throttle }: { readonly sha256: string; readonly throttle: ByteRateLimiter | undefined },
): Promise<Upload> {
  const { client, emit, signal } = session
  try {
    const upload = await uploadFile(client, file.path, {
      sha256,
      kind,
      throttle,
      oneRequestBytes: mostBytesOfOneRequest,
      filename: file.name.split('/').at(-1),
      signal,
      onProgress: ({ uploadedBytes, bytesPerSecond }) =>
        emit({ type: 'progress', file: file.name, bytes: uploadedBytes, bytesPerSecond }),
      onRetry: (retry) => emit(retryEvent(file.name, retry)),
    })
    await refuseChanged(file)
    return upload
  } catch (error) {
    signal.throwIfAborted()
    // Other bytes than were announced: the file was replaced, or something on the way changed the bytes.
    if (error instanceof SpindleError && telltales.has(error.code)) throw fileChanged(file.name, error)
    emit({
      type: 'failed',
      file: file.name,
      why: error instanceof UploadError ? 'the connection was lost' : 'it failed',
    })
    throw error
  }
}

const telltales: ReadonlySet<string> = new Set(['checksum_mismatch', 'source_changed', 'source_ended'])

interface SentUpload {
  readonly name: string
  readonly sent: Upload
}

async function analyse({ emit }: DeliverSession, watcher: UploadWatcher, { name, sent }: SentUpload): Promise<Upload> {
  emit({ type: 'checking', file: name })
  const upload = isAnalysed(sent) ? sent : await watcher.waitFor(sent.id)
  emit({ type: 'checked', file: name, upload })
  return upload
}

const isAnalysed = ({ status }: Upload): boolean => status === 'ready' || status === 'rejected'
