import type { AppError, TableProblem } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { ReleaseDrafts } from '../../releases/index.ts'
import { type RecordReader, ReportRefused } from '../../reports/index.ts'
import { isFinal } from '../final-errors.ts'
import { importQueue } from '../import-job.ts'
import { type Applying, applyRelease, explainRefusal, tableProblem } from './apply-release.ts'
import { asItIs, attachArrived, undoRelease } from './follow-release.ts'
import { groupRows } from './group-rows.ts'
import { readHead } from './mappings/read-head.ts'
import { findFault, toSavedColumns } from './mappings/refuse-head.ts'
import { hasTrack } from './plan-release.ts'
import { readRecords, toProblems } from './read-records.ts'
import {
  type DueRelease,
  hasDue,
  insertReleaseRows,
  listDue,
  lockDue,
  type Settled,
  settleRelease,
} from './release-rows-queries.ts'
import {
  endTableImport,
  findContent,
  findTableImport,
  lockTableImport,
  refuseTable,
  saveColumns,
  startTableImport,
  type TableImportRow,
} from './table-queries.ts'

/**
 * Imports a table in turns of some releases, so that a long table does not delay other imports. Each release and its
 * outcome are one transaction: after an interruption the next turn continues with those that have no outcome.
 */

export interface TableJob {
  readonly accountId: AccountId
  readonly tableImportId: string
}

export const importTable = defineJob<TableJob>('importTable')

/** After messages of the account that wait, in the same queue. */
export const queueOfTable = ({ accountId, tableImportId }: TableJob) => ({
  queue: importQueue(accountId),
  key: `table:${tableImportId}`,
})

const releasesInTurn = 25

export interface TableJobOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly drafts: ReleaseDrafts
  readonly reader: Pick<RecordReader, 'read'>
}

export const tableImporter =
  (options: TableJobOptions) =>
  async (job: TableJob): Promise<void> => {
    const { database, jobs } = options
    const tenant = database.tenant(job.accountId)
    const content = await findContent(tenant, job.tableImportId)
    if (content) await readTable(options, job, content)
    const table = await findTableImport(tenant, job.tableImportId)
    if (!table || (table.status !== 'running' && table.status !== 'undoing')) return
    for (const due of await listDue(tenant, table.id, releasesInTurn))
      await processRelease(options, job, { table, due })
    await database.tenantTransaction(job.accountId, async (trx) => {
      if (!(await lockTableImport(trx, table.id))) return
      if (await hasDue(trx, table.id)) await jobs.enqueue(trx.transaction, importTable, job, queueOfTable(job))
      else await endTableImport(trx, table.id, new Date(options.clock.now()))
    })
  }

/** In the sandbox, before the transaction. */
async function readTable(
  options: TableJobOptions,
  { accountId, tableImportId }: TableJob,
  content: Buffer,
): Promise<void> {
  const { database, clock } = options
  const wanted = await findTableImport(database.tenant(accountId), tableImportId)
  if (!wanted) return
  const read = await readRecords(options, content, wanted)
  await database.tenantTransaction(accountId, async (trx) => {
    if ((await lockTableImport(trx, tableImportId))?.status !== 'waiting') return
    const refuse = (problems: readonly TableProblem[]) =>
      refuseTable(trx, tableImportId, { problems, at: new Date(clock.now()) })
    if (read instanceof ReportRefused) return refuse(toProblems(read))
    const columns = readHead(read.head, wanted)
    await saveColumns(trx, tableImportId, toSavedColumns(read.head, columns))
    const groups = groupRows(read.rows, columns)
    const fault = findFault(read.head, columns) ?? (groups.length === 0 ? noRows : undefined)
    if (fault !== undefined) return refuse([fault])
    const trackCount = groups.flatMap(({ rows }) => rows.filter((row) => hasTrack(row, columns))).length
    await startTableImport(trx, tableImportId, { rows: read.rows.length, trackCount })
    await insertReleaseRows(trx, tableImportId, groups)
  })
}

const noRows = tableProblem(
  null,
  'table_refused',
  'The table has no rows below the names of the columns.',
  'Add a row for each track.',
)

interface Processing {
  readonly table: TableImportRow
  readonly due: DueRelease
}

/** Ends the transaction of a dry run without committing it. */
class NotCommitted extends Error {
  readonly settled: Settled
  constructor(settled: Settled) {
    super('a dry run changes nothing')
    this.settled = settled
  }
}

async function processRelease(options: TableJobOptions, job: TableJob, { table, due }: Processing): Promise<void> {
  const { database } = options
  const record = (settled: Settled) =>
    database.tenantTransaction(job.accountId, async (trx) => {
      if (await lockDue(trx, table.id, due.position)) await settleRelease(trx, table.id, due.position, settled)
    })
  try {
    await database.tenantTransaction(job.accountId, async (trx) => {
      if (!(await lockDue(trx, table.id, due.position))) return
      const settled = await settle(options, trx, { table, due })
      if (table.dryRun) throw new NotCommitted(settled)
      await settleRelease(trx, table.id, due.position, settled)
    })
  } catch (error) {
    if (error instanceof NotCommitted) await record(asDryRun(error.settled))
    else if (isFinal(error)) await record(explainFailure(error, due))
    else throw error
  }
}

/** A release that was imported before keeps its outcome: only its masters could not be attached. */
const explainFailure = (error: AppError, due: DueRelease): Settled => {
  const refused = explainRefusal(error, due)
  return due.outcome === 'waiting' ? refused : { ...asItIs(due), problems: refused.problems }
}

/** What a dry run would have created has no ids. */
const asDryRun = (settled: Settled): Settled => ({
  ...settled,
  releaseId: settled.outcome === 'created' ? null : settled.releaseId,
  missing: settled.missing.map((file) => (settled.outcome === 'created' ? { ...file, trackId: null } : file)),
})

function settle(options: TableJobOptions, trx: TenantTransaction, { table, due }: Processing): Promise<Settled> {
  const columns = readHead(table.head, table)
  const applying: Applying = { trx, actor: table.actor, drafts: options.drafts, importId: table.id, columns }
  if (table.status === 'undoing') return undoRelease(applying, due)
  return due.outcome === 'waiting' ? applyRelease(applying, due) : attachArrived(applying, due)
}
