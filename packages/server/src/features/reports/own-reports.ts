import {
  AppError,
  type NewReport,
  type ReportPreview,
  type ReportToPreview,
  type SetAsideLine,
} from '@spindle/contract'
import { timeLimits } from '../../platform/database/connections/time-limits.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { Quotas } from '../accounts/index.ts'
import { lockUploads, type UploadContent, type UploadFacts } from '../uploads/index.ts'
import { importReportIn, type ReportImportOptions } from './import-report.ts'
import { type NamedFile, type OpenFiles, withOpenFiles } from './open-files.ts'
import { countKeptBytes, listStaged, saveKeptBytes } from './own-reports-queries.ts'
import type { OpenReport, ReportReader } from './read-in-jail.ts'
import type { ReportFormat } from './reading/answers.ts'
import { presets } from './reading/presets.ts'
import type { ReportLine } from './reading/report-line.ts'
import { asAnswer, findConflicts, type UploadFault, unreadableUploads } from './report-errors.ts'
import { createStaging, endReport, findReport, lockReports, stageLines } from './report-queries.ts'
import { toPreviewRow, toPreviewSetAside } from './to-api.ts'

/**
 * Reports that an account imports. Everything happens in the transaction of its request, under row-level security:
 * lines can only match its own releases.
 */
export interface OwnReports {
  /** Returns the id; that of the first import if the same bytes were imported before. */
  create(trx: TenantTransaction, request: NewReport): Promise<{ readonly id: string; readonly isNew: boolean }>
  preview(trx: TenantTransaction, request: ReportToPreview): Promise<ReportPreview>
  /** Throws `report_not_found`, `state_conflict`. */
  undo(trx: TenantTransaction, reportId: string): Promise<void>
}

export interface OwnReportsOptions extends ReportImportOptions {
  readonly quotas: Pick<Quotas, 'requireQuota'>
  readonly withLocalFiles: UploadContent['withLocalFiles']
  /** How often a transaction that waits for its files runs a statement. */
  readonly wakeMs?: number
}

/** Each holds a connection to the database and a child for as long as it reads. */
const maxReading = 2
const previewRows = 50

const words = {
  replace: 'use `overlap`: `replace`',
  add: 'use `overlap`: `add`',
}

export function ownReports(options: OwnReportsOptions): OwnReports {
  const { clock, quotas, withLocalFiles, wakeMs = timeLimits.idle_in_transaction_session_timeout / 4 } = options
  const reading = new Set<AccountId>()

  /** One report per account at a time, and few in total: other requests must retry. */
  async function inTurn<T>(account: AccountId, work: () => Promise<T>): Promise<T> {
    if (reading.has(account))
      throw new AppError('rate_limited', {
        detail: 'Another report of the account is being read. Try again when it is done.',
        retryAfterSeconds: 2,
      })
    if (reading.size >= maxReading)
      throw new AppError('overloaded', {
        detail: 'Other reports are being read. Try again later.',
        retryAfterSeconds: 2,
      })
    reading.add(account)
    try {
      return await work()
    } finally {
      reading.delete(account)
    }
  }

  /** Only a request with its own uploads needs a place. */
  const withUploads = async <T>(
    trx: TenantTransaction,
    ids: readonly string[],
    work: (opened: OpenFiles) => Promise<T>,
  ): Promise<T> => {
    const uploads = await requireUploads(trx, ids)
    const read = () =>
      keepAwake(trx, wakeMs, (stop) =>
        withLocalFiles(uploads, (paths) =>
          withOpenFiles(nameFiles(uploads, paths), (opened) => {
            stop()
            return work(opened)
          }),
        ),
      )
    return inTurn(trx.accountId, read).catch((error: unknown) => {
      throw asAnswer(error)
    })
  }

  return {
    async create(trx, { uploads, source, overlap, ...request }) {
      const how = formatOf(request)
      return withUploads(trx, uploads, async (opened) => {
        const intake = { ...opened, source, overlap, how, owner: trx.accountId, words }
        const { report, isNew } = await importReportIn(trx.transaction, options, intake)
        if (isNew) await weigh(trx, quotas, report.id)
        return { id: report.id, isNew }
      })
    },
    async preview(trx, { uploads, source, ...request }) {
      const how = formatOf(request)
      return withUploads(trx, uploads, async ({ files }) => {
        const { lines, setAside, hasMore } = await readFirst(options.reader, { files, how })
        await createStaging(trx.transaction)
        await stageLines(trx.transaction, lines, source)
        return { rows: (await listStaged(trx.transaction)).map(toPreviewRow), hasMore, setAside: [...setAside] }
      })
    },
    async undo(trx, reportId) {
      await lockReports(trx.transaction)
      const report = await findReport(trx.transaction, trx.accountId, reportId)
      if (!report) throw new AppError('report_not_found')
      if (report.status !== 'applied')
        throw new AppError('state_conflict', {
          detail: `The report is ${report.status} and is no longer counted.`,
          extensions: { state: report.status, allowed: [] },
        })
      await endReport(trx.transaction, reportId, { status: 'undone', at: new Date(clock.now()) })
    },
  }
}

/**
 * The database ends a transaction that is idle for a minute. Files from an object store may take longer, and would then
 * be fetched again for nothing. `stop` is called once the transaction runs other statements.
 */
async function keepAwake<T>(
  { transaction }: TenantTransaction,
  everyMs: number,
  work: (stop: () => void) => Promise<T>,
): Promise<T> {
  // If the connection is lost, the next statement fails.
  const timer = setInterval(() => void transaction.readRow('select 1').catch(() => undefined), everyMs)
  const stop = (): void => clearInterval(timer)
  try {
    return await work(stop)
  } finally {
    stop()
  }
}

async function weigh(trx: TenantTransaction, quotas: OwnReportsOptions['quotas'], id: string): Promise<void> {
  const documentBytes = await countKeptBytes(trx.transaction, id)
  await quotas.requireQuota(trx, { documentBytes })
  await saveKeptBytes(trx.transaction, id, documentBytes)
}

const nameFiles = (uploads: readonly UploadFacts[], paths: readonly string[]): NamedFile[] =>
  uploads.flatMap(({ id, filename }, index) => {
    const path = paths[index]
    return path === undefined ? [] : [{ path, name: filename ?? id }]
  })

/** Held until the transaction ends. Throws `upload_reference_unknown`, `upload_incomplete`, `validation_failed`. */
async function requireUploads(trx: TenantTransaction, ids: readonly string[]): Promise<UploadFacts[]> {
  const found = await lockUploads(trx, ids)
  const faults = ids.flatMap((id, index) => {
    const fault = findFault(found.get(id))
    return fault === undefined ? [] : [[fault, `/uploads/${index}`] as const]
  })
  if (faults.length > 0) throw unreadableUploads(faults)
  return [...found.values()]
}

function findFault(upload: UploadFacts | undefined): UploadFault | undefined {
  if (upload === undefined) return 'upload_reference_unknown'
  if (upload.kind !== 'report') return 'validation_failed'
  return upload.status === 'ready' ? undefined : 'upload_incomplete'
}

function formatOf({ preset, mapping, unreadable }: Pick<NewReport, 'preset' | 'mapping' | 'unreadable'>): ReportFormat {
  const errors = findConflicts({ preset, mapping, unreadable })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  const setsAside = unreadable === 'set_aside'
  if (mapping !== undefined) return { format: 'table', mapping, setsAside }
  if (preset === undefined) return { format: 'table', isUnknown: true, setsAside }
  return preset === 'dsr' ? { format: preset } : { format: preset, mapping: presets[preset], setsAside }
}

/** Ends a reading once there are enough lines. */
class Enough extends Error {}

interface FirstLines {
  readonly lines: readonly ReportLine[]
  readonly setAside: readonly SetAsideLine[]
  readonly hasMore: boolean
}

async function readFirst(reader: ReportReader, report: OpenReport): Promise<FirstLines> {
  const lines: ReportLine[] = []
  const setAside: SetAsideLine[] = []
  try {
    await reader.read(
      report,
      async (read) => {
        lines.push(...read)
        if (lines.length > previewRows) throw new Enough('the first lines are there')
      },
      (problems) => setAside.push(...problems.map(toPreviewSetAside)),
    )
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return {
    lines: lines.slice(0, previewRows),
    setAside: setAside.slice(0, previewRows),
    hasMore: lines.length > previewRows,
  }
}
