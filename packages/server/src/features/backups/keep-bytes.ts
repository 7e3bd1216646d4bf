import type { BlobKey, Blobs } from '../../platform/blobs/blobs.ts'
import type { Database, Sql } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import { findUploadStates } from '../uploads/index.ts'
import { findIsRunning, finishRun, insertRun, noteRun } from './store.ts'

const deleteBytes = defineJob<{ readonly id: BlobKey }>('deleteBytesAfterBackup')

const againAfterMs = 5 * 60_000
const noteEveryMs = 20_000

/** Runs `work` while nobody deletes bytes. `isBackup` says of what came of it whether it is a complete backup. */
export async function withBytesKept<T>(
  system: Sql,
  run: string,
  work: () => Promise<T>,
  isBackup?: (result: T) => boolean,
): Promise<T> {
  await insertRun(system, run)
  // A failure to say so is no reason to stop: bytes are then missing at worst, and whoever copies says which.
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
 * The storage, but while a backup runs bytes that somebody deletes stay, and go later. Whoever deletes bytes has committed
 * that nobody needs them: a backup that began after this question has not copied such a row.
 */
export const keepBytesDuringBackups = (blobs: Blobs, keeping: Keeping): Blobs => ({
  ...blobs,
  delete: (key) => deleteOrPostpone(blobs, keeping, key),
  // The rows of the backup may be older than what replaced them. The next sweep comes again.
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

/** `blobs` are those that postpone: another backup may run by then. What an import has brought back meanwhile stays. */
export const deletionJob = (blobs: Pick<Blobs, 'delete'>, system: Sql): JobHandler =>
  jobHandler({
    job: deleteBytes,
    lane: 'long',
    async handle({ id }) {
      const isWanted = (await findUploadStates(system, [id])).get(id) === 'living'
      if (!isWanted) await blobs.delete(id)
    },
  })
