import type { Blobs } from '../../platform/blobs/blobs.ts'
import { defineJob, type JobHandler, type JobName, jobHandler } from '../../platform/jobs/jobs.ts'
import type { UploadId } from '../uploads/index.ts'

/**
 * The bytes of uploads whose rows are gone. Removing what is already gone is not an error, so several may run at once.
 */

interface Part {
  readonly ids: readonly UploadId[]
}

export interface EraseBytes {
  readonly job: JobName<Part>
  erase(ids: readonly UploadId[]): Promise<void>
}

const job = defineJob<Part>('eraseBytes')

const partSize = 500

export const inParts = (ids: readonly UploadId[]): UploadId[][] =>
  Array.from({ length: Math.ceil(ids.length / partSize) }, (_, at) => ids.slice(at * partSize, (at + 1) * partSize))

export const bytesEraser = (blobs: Pick<Blobs, 'delete'>): EraseBytes => ({
  job,
  async erase(ids) {
    for (const id of ids) await blobs.delete(id)
  },
})

export const eraseBytesJob = ({ erase }: EraseBytes): JobHandler =>
  jobHandler({ job, handle: ({ ids }) => erase(ids), lane: 'long' })
