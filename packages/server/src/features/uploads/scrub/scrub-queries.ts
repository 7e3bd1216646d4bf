import type { BlobReceipt } from '../../../platform/blobs/blobs.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { UploadId } from '../model/upload-queries.ts'

/** A problem of stored bytes: missing, different from what was stored, or not readable. */
export type BytesProblem = 'missing' | 'damaged' | 'unreadable'

/** The results of the scrub for uploads (`upload_scrubs`), and its progress (`scrub_progress`). */

/** An upload whose bytes the storage must have, as backups copy them. */
export interface DigestedUpload {
  readonly id: UploadId
  readonly size: number
  readonly sha256: Buffer
  readonly receipt: BlobReceipt
}

const isDigested = `u.status in ('received', 'analysing', 'ready', 'rejected') and u.sha256 is not null`
const columns = 'u.id, u.size, u.sha256, u.receipt'

export const findDigested = (system: Sql, id: UploadId): Promise<DigestedUpload | undefined> =>
  system.readRow(`select ${columns} from uploads u where u.id = $1 and ${isDigested}`, [id])

/** The next page after an id; of all, or of those that have a problem. */
export const listDigested = (
  system: Sql,
  after: string,
  { limit, isKnownOnly }: { readonly limit: number; readonly isKnownOnly: boolean },
): Promise<DigestedUpload[]> =>
  system.readRows(
    `select ${columns} from uploads u ${isKnownOnly ? 'join upload_scrubs s on s.upload_id = u.id and s.problem is not null' : ''}
     where u.id > $1 and ${isDigested} order by u.id limit $2`,
    [after, limit],
  )

/** Some uploads of all accounts. */
export const sampleDigested = (system: Sql, count: number): Promise<DigestedUpload[]> =>
  system.readRows(`select ${columns} from uploads u where ${isDigested} order by random() limit $1`, [count])

export interface WaitingScrub extends DigestedUpload {
  /** When it was last read, or first counted as read. */
  readonly since: Date
}

const lastRead = 'coalesce(s.tried_at, greatest(u.created_at, p.begun_at))'
const allScrubs = `uploads u left join upload_scrubs s on s.upload_id = u.id, scrub_progress p where ${isDigested}`

/** Those that wait longest first. */
export const listOldest = (system: Sql, limit: number): Promise<WaitingScrub[]> =>
  system.readRows(
    `select ${columns}, ${lastRead} as since from ${allScrubs} and s.problem is null
     order by ${lastRead}, u.id limit $1`,
    [limit],
  )

/** Those with a problem that were last read before this time. */
export const listDueProblems = (system: Sql, before: Date, limit: number): Promise<DigestedUpload[]> =>
  system.readRows(
    `select ${columns} from uploads u join upload_scrubs s on s.upload_id = u.id
     where s.problem is not null and s.tried_at < $1 and ${isDigested} order by s.tried_at, u.id limit $2`,
    [before.toISOString(), limit],
  )

export interface ScrubVolume {
  readonly bytes: number
  /** Of those, read since a time. */
  readonly readBytes: number
}

export const measureScrub = async (system: Sql, since: Date): Promise<ScrubVolume> =>
  (await system.readRow<ScrubVolume>(
    `select coalesce(sum(u.size), 0)::float8 as bytes,
            coalesce(sum(u.size) filter (where s.tried_at > $1), 0)::float8 as "readBytes" from ${allScrubs}`,
    [since.toISOString()],
  )) ?? { bytes: 0, readBytes: 0 }

export interface ExaminedUpload {
  readonly id: UploadId
  readonly problem: BytesProblem | undefined
  readonly at: Date
}

/** Nothing is kept of a deleted upload. */
export const saveExamined = (system: Sql, { id, problem, at }: ExaminedUpload): Promise<number> =>
  system.execute(
    `insert into upload_scrubs as known (upload_id, tried_at, whole_at, problem, problem_since)
     select id, $2::timestamptz, case when $3::text is null then $2::timestamptz end, $3, case when $3 is not null then $2::timestamptz end
     from uploads where id = $1
     on conflict (upload_id) do update set
       tried_at = greatest(known.tried_at, excluded.tried_at),
       whole_at = case when excluded.problem is null then greatest(known.tried_at, excluded.tried_at) else known.whole_at end,
       problem = excluded.problem,
       problem_since = case when excluded.problem is not null then coalesce(known.problem_since, excluded.problem_since) end`,
    [id, at.toISOString(), problem ?? null],
  )

/** The first of several nodes decides when the scrub started. */
export const beginScrub = (system: Sql, now: Date): Promise<number> =>
  system.execute('insert into scrub_progress (begun_at) values ($1) on conflict do nothing', [now.toISOString()])

export const noteScrubRun = (system: Sql, now: Date): Promise<number> =>
  system.execute(
    `update scrub_progress set ran_at = $1,
            oldest_at = (select min(${lastRead}) from ${allScrubs})`,
    [now.toISOString()],
  )

export interface ScrubProgress {
  readonly ranAt: Date | null
  readonly oldestAt: Date | null
}

/** Undefined before the first run. */
export const findScrubProgress = (system: Sql): Promise<ScrubProgress | undefined> =>
  system.readRow('select ran_at as "ranAt", oldest_at as "oldestAt" from scrub_progress')

export const countProblems = async (system: Sql): Promise<Readonly<Record<BytesProblem, number>>> => {
  const rows = await system.readRows<{ problem: BytesProblem; count: number }>(
    'select problem, count(*)::int as count from upload_scrubs where problem is not null group by problem',
  )
  return {
    missing: 0,
    damaged: 0,
    unreadable: 0,
    ...Object.fromEntries(rows.map(({ problem, count }) => [problem, count])),
  }
}

export interface UploadWithProblem {
  readonly id: UploadId
  readonly accountId: AccountId
  readonly filename: string | null
  readonly problem: BytesProblem
  readonly since: Date
  /** When its bytes were last found intact. */
  readonly wholeAt: Date | null
}

export const listProblems = (system: Sql): Promise<UploadWithProblem[]> =>
  system.readRows(
    `select u.id, u.account_id as "accountId", u.filename, s.problem, s.problem_since as since, s.whole_at as "wholeAt"
     from upload_scrubs s join uploads u on u.id = s.upload_id where s.problem is not null and ${isDigested} order by u.id`,
  )

/** The number of uploads whose bytes are known to be lost or damaged. */
export const findProblems = async (system: Sql): Promise<ReadonlyMap<string, BytesProblem>> =>
  new Map(
    (
      await system.readRows<{ id: string; problem: BytesProblem }>(
        'select upload_id as id, problem from upload_scrubs where problem is not null',
      )
    ).map(({ id, problem }) => [id, problem]),
  )

/** Whether the row still names these bytes; and if so, whether with another receipt because they were stored again. */
export const replaceReceipt = async (
  system: Sql,
  { id, receipt }: Pick<DigestedUpload, 'id' | 'receipt'>,
  replaced: BlobReceipt,
): Promise<boolean> => {
  const [before, after] = [receipt, replaced].map((each) => (each === null ? null : JSON.stringify(each)))
  const condition = `u.id = $1 and u.receipt is not distinct from $2::jsonb and ${isDigested}`
  const found =
    before === after
      ? await system.readRow(`select 1 from uploads u where ${condition}`, [id, before])
      : await system.row(`update uploads u set receipt = $3 where ${condition} returning 1`, [id, before, after])
  return found !== undefined
}
