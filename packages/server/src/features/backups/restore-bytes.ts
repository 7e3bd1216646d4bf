import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { BlobReceipt, Blobs } from '../../platform/blobs/blobs.ts'
import type { ReadableArchive } from './archive/archive.ts'
import { copiedAtOnce } from './archive/file-threads.ts'
import { streamedAtOnce } from './archive/readable-archive.ts'
import { SealBrokenError } from './archive/seal.ts'
import type { StoredUpload } from './stored-uploads.ts'

/** The content of uploads, from an archive into a storage: from disk to disk by threads, otherwise as streams. */
export interface BytesRestorer {
  /** The number of concurrent calls of `restore` that keep it busy. */
  readonly atOnce: number
  restore(upload: WantedBytes): Promise<RestoredUpload>
  /** Makes the restored files durable. */
  finish(): Promise<void>
}

export type WantedBytes = Pick<StoredUpload, 'id' | 'bytes' | 'sha256' | 'file'>

export interface RestoredUpload {
  /** False for a file that is missing or differs: then nothing of it is kept. */
  readonly isWhole: boolean
  readonly receipt: BlobReceipt
}

const nothing: RestoredUpload = { isWhole: false, receipt: null }

export function bytesRestorer(blobs: Blobs, archive: ReadableArchive): BytesRestorer {
  const { copyTo } = archive
  const places = blobs.filePlaces?.()
  if (copyTo && places)
    return {
      atOnce: copiedAtOnce,
      async restore(upload) {
        const isWhole = await copyTo(upload, await places.placeFor(upload.id))
        return { isWhole, receipt: null }
      },
      finish: () => places.sync(),
    }
  return {
    atOnce: streamedAtOnce,
    async restore(upload) {
      if ((await archive.findProblem(upload)) !== undefined) return nothing
      return restoreStream(blobs, archive.read(upload.file, upload.bytes), upload)
    },
    finish: async () => {},
  }
}

async function restoreStream(
  blobs: Blobs,
  content: Readable,
  { id, bytes, sha256 }: WantedBytes,
): Promise<RestoredUpload> {
  const hash = createHash('sha256')
  const writer = await blobs.openWriter({ key: id, receipt: null }, { offset: 0, fence: 1, size: bytes })
  try {
    for await (const chunk of content) {
      hash.update(chunk as Buffer)
      await writer.write([chunk as Buffer])
    }
    if (hash.digest('hex') === sha256) return { isWhole: true, receipt: await writer.finalise() }
    await writer.close()
  } catch (error) {
    await writer.close().catch(() => undefined)
    if (!(error instanceof SealBrokenError)) throw error
  }
  await blobs.delete(id)
  return nothing
}
