import type { BlobKey, Blobs } from '../../platform/blobs/blobs.ts'
import type { Database, Sql } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import { findUploadStates } from '../uploads/index.ts'
import { findIsRunning, finishRun, insertRun, noteRun } from './backup-queries.ts'

const deleteBytes = defineJob<{ readonly id: BlobKey }>('deleteBytesAfterBackup')

const againAfterMs = 5 * 60_000
const noteEveryMs = 20_000

/** Runs `work` while no bytes are deleted. `isBackup` decides whether its result is a complete backup. */
export async function withBytesKept<T>(
  system: Sql,
  run: string,
  work: () => Promise<T>,
  isBackup?: (result: T) => boolean,
): Promise<T> {
  await insertRun(system, run)
  // A failure to record this does not stop the backup: at worst bytes are missing, and the copy reports which.
  const noting = setInterval(() => void noteRun(system, run).catch(() => undefined), noteEveryMs)
  let isComplete: boolean | undefined
  try {
    const result = await work()
    isComplete = isBackup?.(result)
    return result
  } finally {
    clearInterval(noting)
    await finishRun(system, run, isComplete)
  }
}

interface Keeping {
  readonly database: Database
  readonly jobs: Jobs
  readonly now: () => number
}

/**
 * The storage, except that deletions during a backup are postponed. Code that deletes bytes has already committed that
 * they are not needed, so a backup that starts after this check does not copy such a row.
 */
export const keepBytesDuringBackups = (blobs: Blobs, keeping: Keeping): Blobs => ({
  ...blobs,
  delete: (key) => deleteOrPostpone(blobs, keeping, key),
  // The rows of the backup may be older than the replacement. The next sweep tries again.
  async deleteReplaced(blob) {
    if (!(await findIsRunning(keeping.database.system))) await blobs.deleteReplaced(blob)
  },
})

const deleteOrPostpone = async (blobs: Blobs, { database, jobs, now }: Keeping, id: BlobKey): Promise<void> => {
  if (!(await findIsRunning(database.system))) return blobs.delete(id)
  const runAt = new Date(now() + againAfterMs)
  await database.transaction((trx) =>
    jobs.enqueue(trx, deleteBytes, { id }, { runAt, key: `${deleteBytes.name} ${id}` }),
  )
}

/**
 * `blobs` are the postponing ones, because another backup may run by then. Bytes that an import has restored meanwhile
 * stay.
 */
export const deletionJob = (blobs: Pick<Blobs, 'delete'>, system: Sql): JobHandler =>
  jobHandler({
    job: deleteBytes,
    lane: 'long',
    async handle({ id }) {
      const isWanted = (await findUploadStates(system, [id])).get(id) === 'living'
      if (!isWanted) await blobs.delete(id)
    },
  })
