import type { Readable } from 'node:stream'
import { type BlobReceipt, WrongBytesError } from '../../../platform/blobs/blobs.ts'
import { forEach } from '../../../platform/concurrency/concurrency-limit.ts'
import { type BytesProblem, type DigestedUpload, findDigested, replaceReceipt, saveExamined } from './scrub-queries.ts'
import { everyDigested, examineAndNote, type Scrubbing } from './scrub-uploads.ts'

/**
 * Restores lost and damaged bytes of a running hub from a copy. Intact bytes are not touched, and replacements are
 * compared by their SHA-256 first.
 */

/** The source of intact copies, such as a backup. */
export interface RepairSource {
  /** The bytes as they were stored, or in words why there are none. */
  open(wanted: Pick<DigestedUpload, 'size'> & { readonly sha256: string }): Promise<Readable | string>
}

export interface RepairRequest {
  readonly source: RepairSource
  /** Reads only uploads that the scrub found lost or damaged. */
  readonly isKnownOnly: boolean
  onProgress(text: string): void
}

export interface RepairReport {
  readonly uploads: number
  readonly bytes: number
  readonly repaired: readonly { readonly id: string; readonly problem: BytesProblem }[]
  /** Still lost or damaged, and why. */
  readonly failed: readonly { readonly id: string; readonly problem: BytesProblem; readonly reason: string }[]
}

export async function repairUploads(
  scrubbing: Scrubbing,
  { source, isKnownOnly, onProgress }: RepairRequest,
): Promise<RepairReport> {
  const repaired: { id: string; problem: BytesProblem }[] = []
  const failed: { id: string; problem: BytesProblem; reason: string }[] = []
  const counts = { uploads: 0, bytes: 0 }
  const examineAndRepair = async (listed: DigestedUpload): Promise<void> => {
    const problem = await examineAndNote(scrubbing, listed)
    counts.uploads += 1
    counts.bytes += listed.size
    const upload = problem && (await findDigested(scrubbing.system, listed.id))
    if (problem && upload) {
      const reason = await repair(scrubbing, source, upload)
      if (reason === undefined) repaired.push({ id: upload.id, problem })
      else failed.push({ id: upload.id, problem, reason })
    }
    onProgress(`reading uploads: ${counts.uploads}, ${counts.bytes} bytes, ${repaired.length} repaired`)
  }
  const atOnce = scrubbing.blobs.pathOf ? readAtOnce.disk : readAtOnce.objectStore
  await forEach(everyDigested(scrubbing.system, isKnownOnly), examineAndRepair, atOnce)
  return { ...counts, repaired: repaired.toSorted(byId), failed: failed.toSorted(byId) }
}

/** A hard disk does not become faster with more requests. An object store responds slowly to each request. */
const readAtOnce = { disk: 4, objectStore: 16 }

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1)

/** The reason in words; undefined if the bytes are intact again. */
async function repair(
  { system, blobs, now, log }: Scrubbing,
  source: RepairSource,
  upload: DigestedUpload,
): Promise<string | undefined> {
  const { id, size, receipt } = upload
  const sha256 = upload.sha256.toString('hex')
  const content = await source.open({ size, sha256 })
  if (typeof content === 'string') return content
  const blob = { key: id, receipt }
  let replaced: BlobReceipt
  try {
    replaced = await blobs.replace(blob, content, { bytes: size, sha256 })
  } catch (error) {
    // If the storage is away, trying the next upload is useless.
    await blobs.check()
    return error instanceof WrongBytesError
      ? 'the copy changed while the hub was reading it'
      : `it could not be copied: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    content.destroy()
  }
  if (!(await replaceReceipt(system, upload, replaced))) {
    await blobs.release({ key: id, receipt: replaced }, receipt)
    return 'the upload changed in the meantime: run the command again'
  }
  await saveExamined(system, { id, problem: undefined, at: now() })
  log.info('uploads.bytes_repaired', { uploadId: id })
  return undefined
}
