import type { Feature } from '../../http/feature.ts'
import type { Transaction } from '../../platform/database/sql.ts'
import { defineJob, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { ChildRunner } from '../media/index.ts'
import type { UploadContent } from '../uploads/index.ts'
import {
  describe,
  type ImportedReport,
  type ImportOptions,
  type ImportRequest,
  importReport,
  type ReportDetails,
} from './import-report.ts'
import { type OwnReportsOptions, ownReports } from './own-reports.ts'
import { reportReader } from './read-in-jail.ts'
import {
  endReport,
  findReport,
  listReplacedBy,
  listReports,
  listWaitingOwners,
  lockReports,
  matchWaiting,
  type Report,
  type ReportOwner,
  theOperator,
} from './report-queries.ts'
import { bindReports } from './routes.ts'

export { listReportSources, type ReportRows, type ReportSourceRow, readReports } from './analytics-queries.ts'
export type { ImportedReport, ReportDetails } from './import-report.ts'
export { type RecordReader, type RecordTable, recordReader, type TableRow } from './read-records.ts'
export type { ReportFormat } from './reading/answers.ts'
export { plain, readGtin, readIsrc, spelled, undressCell } from './reading/cells/code-cells.ts'
export { type DateOrder, parseDay } from './reading/cells/date-cells.ts'
export { type Mapping, parseMapping } from './reading/mapping.ts'
export { presets } from './reading/presets.ts'
export type { TabLayout } from './reading/records/join-tabs.ts'
export { describeProblem, ReportRefused } from './reading/report-problem.ts'
export { findWords } from './reading/tables/map-words.ts'
export type { Report, ReportShare } from './report-queries.ts'

/** Reports of stores: imported as a whole, and undone as a whole. */
export interface ReportsFeature extends Feature {
  import(request: ImportRequest): Promise<ImportedReport>
  /** The operator's reports, the newest first; `find` and `undo` also only concern them. */
  list(limit: number): Promise<readonly Report[]>
  find(id: string): Promise<ReportDetails | undefined>
  /** Removes everything a report added. Undefined for an unknown report. */
  undo(id: string): Promise<UndoneReport | undefined>
  /** Assigns waiting lines to accounts that have released their recordings since. */
  match(): Promise<number>
}

export interface UndoneReport {
  readonly report: Report
  /** False if it was already undone. */
  readonly isUndone: boolean
  /** The reports that it had replaced: they are not restored automatically. */
  readonly replaced: readonly string[]
}

const matchReports = defineJob<object>('matchReports')

export interface ReportsOptions extends Omit<ImportOptions, 'reader'>, Pick<OwnReportsOptions, 'quotas'> {
  readonly log: Log
  readonly storedUploads: { readonly content: Pick<UploadContent, 'withLocalFiles'> }
  /** Runs the report reader; by default in a child process. */
  readonly readers?: ChildRunner | undefined
}

function reportsFeature(options: ReportsOptions): ReportsFeature {
  const { database, clock, log, readers, storedUploads } = options
  const reader = reportReader({ log, children: readers })
  const matchOf = async (trx: Transaction, owner: ReportOwner): Promise<number> => {
    await lockReports(trx)
    return matchWaiting(trx, owner)
  }
  const match = async (): Promise<number> => {
    let lines = await database.transaction((trx) => matchOf(trx, theOperator))
    // Under row-level security of each account: waiting lines of its reports concern only its own releases.
    for (const account of await database.transaction(listWaitingOwners))
      lines += await database.tenantTransaction(account, ({ transaction }) => matchOf(transaction, account))
    return lines
  }
  const undo = async (trx: Transaction, id: string): Promise<UndoneReport | undefined> => {
    await lockReports(trx)
    const report = await findReport(trx, theOperator, id)
    if (report?.status !== 'applied') return report && { report, isUndone: false, replaced: [] }
    await endReport(trx, id, { status: 'undone', at: new Date(clock.now()) })
    return { report, isUndone: true, replaced: await listReplacedBy(trx, id) }
  }
  return {
    import: (request) => importReport({ ...options, reader }, request),
    list: (limit) => database.transaction((trx) => listReports(trx, limit)),
    find: (id) =>
      database.transaction(async (trx) => {
        const report = await findReport(trx, theOperator, id)
        return report && describe(trx, report)
      }),
    undo: (id) => database.transaction((trx) => undo(trx, id)),
    match,
    bind: (http) =>
      bindReports(http, ownReports({ ...options, reader, withLocalFiles: storedUploads.content.withLocalFiles })),
    drain: reader.drain,
    jobs: [
      jobHandler({
        job: matchReports,
        cron: '11 * * * *',
        lane: 'long',
        async handle() {
          await match()
        },
      }),
    ],
  }
}

export const reports = defineFeature({
  name: 'reports',
  needs: ['database', 'clock', 'ids', 'log', 'quotas', 'storedUploads', 'readers'],
  make: reportsFeature,
})
