import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { type OpenFiles, withOpenFiles } from './open-files.ts'
import type { ReportReader } from './read-in-jail.ts'
import type { ReportFormat } from './reading/answers.ts'
import type { ReportHead, ReportLine } from './reading/report-line.ts'
import { ReportConflict, type ReportProblem, refuse } from './reading/report-problem.ts'
import {
  applyStaged,
  createStaging,
  describeStaged,
  endReport,
  findOverlapping,
  findReport,
  findReportOfFile,
  findReportOfMessage,
  insertReport,
  listShares,
  listWaiting,
  lockReports,
  type OverlappingReport,
  type Report,
  type ReportOwner,
  type ReportShare,
  type StagedReport,
  stageLines,
  theOperator,
  type WaitingCode,
} from './report-queries.ts'
import { insertSetAside, listSetAside, type SetAsideRow } from './set-aside-queries.ts'

/** Reads the files of a report in one transaction. The same bytes give the same result. */

export interface ImportOptions {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly reader: ReportReader
}

export interface ImportRequest {
  /** More than one if the store sends a report in parts. */
  readonly paths: readonly string[]
  readonly source: string
  /** How the files are read. */
  readonly how: ReportFormat
  /** What happens to reports of the same source for the same time. Undefined: the import is refused. */
  readonly overlap?: 'replace' | 'add' | undefined
  /** Does everything and rolls it back. */
  readonly isDryRun?: boolean
}

export interface ImportedReport extends ReportDetails {
  /** False if the same bytes were imported before. */
  readonly isNew: boolean
  readonly replaced: readonly string[]
}

export interface ReportDetails {
  readonly report: Report
  readonly shares: readonly ReportShare[]
  readonly waiting: readonly WaitingCode[]
  /** The first of the lines that could not be read. */
  readonly setAside: readonly SetAsideRow[]
}

const maxWaitingShown = 20
const maxSetAsideShown = 20

/** For the operator, in a separate transaction. */
export const importReport = (options: ImportOptions, request: ImportRequest): Promise<ImportedReport> =>
  withOpenFiles(
    request.paths.map((path) => ({ path })),
    async (opened) => {
      try {
        return await options.database.transaction(async (trx) => {
          const imported = await importReportIn(trx, options, {
            ...request,
            ...opened,
            owner: theOperator,
            words: { replace: 'use --replace', add: 'use --add' },
          })
          if (request.isDryRun) throw new DryRunEnd(imported)
          return imported
        })
      } catch (error) {
        if (error instanceof DryRunEnd) return error.imported
        throw error
      }
    },
  )

const alreadyKnown = async (trx: Transaction, known: Report): Promise<ImportedReport> => ({
  isNew: false,
  replaced: [],
  ...(await describe(trx, known)),
})

/** Ends the transaction of a dry run, with its result. */
class DryRunEnd extends Error {
  readonly imported: ImportedReport
  constructor(imported: ImportedReport) {
    super('A dry run keeps nothing')
    this.imported = imported
  }
}

/** A report that is imported in an open transaction: that of the account, if an account imports it. */
export interface ReportImport extends Pick<ImportRequest, 'source' | 'how' | 'overlap'>, OpenFiles {
  readonly owner: ReportOwner
  /** The option for replacing, as the importer calls it. */
  readonly words: { readonly replace: string; readonly add: string }
}

export type ReportImportOptions = Pick<ImportOptions, 'clock' | 'ids' | 'reader'>

/** Throws `ReportRefused`. */
export async function importReportIn(
  trx: Transaction,
  options: ReportImportOptions,
  request: ReportImport,
): Promise<ImportedReport> {
  const { clock, ids } = options
  const { files, source, digest, owner } = request
  const before = await findReportOfFile(trx, owner, digest)
  if (before) return alreadyKnown(trx, before)
  await createStaging(trx)
  const { head, setAside } = await stageAll(trx, options, request)
  // No transaction is open while a file is read.
  await lockReports(trx)
  const known = await findReportOfFile(trx, owner, digest)
  if (known) return alreadyKnown(trx, known)
  const staged = await describeStaged(trx)
  const { from, to } = coveredTime(staged, head?.period)
  const { messageId = null, format = 'table', skippedLines = 0, reported } = head ?? {}
  await refuseOtherBytes(trx, request, messageId)
  const overlapping = await findOverlapping(trx, owner, { source, from, to, reported })
  refuseDoubling(overlapping, { from, to, isStatement: staged.hasRevenue, request })
  const at = new Date(clock.now())
  const id = ids.make('rpt')
  await insertReport(trx, {
    id,
    owner,
    source,
    format,
    messageId,
    filename: files
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500),
    sha256: digest,
    periodStart: from,
    periodEnd: to,
    lines: staged.lines,
    isStatement: staged.hasRevenue,
    skippedLines,
    setAsideLines: setAside.length,
    reported,
    createdAt: at,
  })
  await applyStaged(trx, { id, owner })
  await insertSetAside(trx, { id, owner }, setAside)
  const replaced = request.overlap === 'replace' ? overlapping : []
  for (const old of replaced) await endReport(trx, old.id, { status: 'replaced', replacedBy: id, at })
  const report = await findReport(trx, owner, id)
  if (!report) throw new Error('the report was inserted')
  return { isNew: true, replaced: replaced.map((old) => old.id), ...(await describe(trx, report)) }
}

/** The range stated in the header, and lines outside of it. */
function coveredTime(staged: Pick<StagedReport, 'from' | 'to'>, period: ReportHead['period']) {
  const [from] = [staged.from, period?.from].filter((day) => day != null).sort()
  const to = [staged.to, period?.to]
    .filter((day) => day != null)
    .sort()
    .at(-1)
  if (from === undefined || to === undefined)
    throw refuse({ problem: 'No line has a period.', fix: 'check that the file has data lines after its first line.' })
  return { from, to }
}

/** A message does not change: its sender gives a new one another id. */
async function refuseOtherBytes(
  trx: Transaction,
  { owner, source }: ReportImport,
  messageId: string | null,
): Promise<void> {
  const known = messageId === null ? undefined : await findReportOfMessage(trx, owner, { source, messageId })
  if (known)
    throw new ReportConflict('message', known.id, {
      problem: `${known.id} already has message ${messageId} of this source, with different content.`,
      fix: `ask the store which message is correct; if it is the new one, undo ${known.id} first.`,
    })
}

/** The number of lines per statement: enough to be fast, few enough to be freed early. */
const linesAtATime = 200

async function stageAll(
  trx: Transaction,
  { reader }: Pick<ImportOptions, 'reader'>,
  request: ReportImport,
): Promise<{ readonly head: ReportHead | undefined; readonly setAside: readonly ReportProblem[] }> {
  const setAside: ReportProblem[] = []
  let waiting: ReportLine[] = []
  const stage = async (): Promise<void> => {
    if (waiting.length > 0) await stageLines(trx, waiting, request.source)
    waiting = []
  }
  const head = await reader.read(
    request,
    async (lines) => {
      waiting.push(...lines)
      if (waiting.length >= linesAtATime) await stage()
    },
    (problems) => setAside.push(...problems),
  )
  await stage()
  return { head, setAside }
}

export async function describe(trx: Transaction, report: Report): Promise<ReportDetails> {
  return {
    report,
    shares: await listShares(trx, report.id),
    waiting: await listWaiting(trx, report.id, maxWaitingShown),
    setAside: await listSetAside(trx, report, maxSetAsideShown),
  }
}

interface Doubling {
  readonly from: string
  readonly to: string
  readonly isStatement: boolean
  readonly request: ReportImport
}

/** A month that is counted twice is a mistake that is hard to find later. */
function refuseDoubling(overlapping: readonly OverlappingReport[], doubling: Doubling): void {
  const { from, to, isStatement, request } = doubling
  const { overlap, owner, words } = request
  const [first] = overlapping
  if (first === undefined) return
  const about = ({ id, owner: other, periodStart, periodEnd }: Report): string =>
    `${id} (${periodStart} to ${periodEnd}${other === owner ? '' : ', imported by the operator'})`
  const conflict = ({ id }: Report, problem: string, fix: string) => new ReportConflict('time', id, { problem, fix })
  const foreign = overlapping.find((report) => report.owner !== owner)
  if (overlap === undefined)
    throw conflict(
      foreign ?? first,
      `${about(foreign ?? first)} of this source already covers this period.`,
      foreign
        ? `${words.add} to count both; only the operator can undo the other report.`
        : `${words.replace} to replace it, or ${words.add.replace('use ', '')} to count both.`,
    )
  const other = overlapping.find((report) => report.isStatement !== isStatement)
  if (overlap === 'add' && other !== undefined)
    throw conflict(
      other,
      `${about(other)} has ${other.isStatement ? 'revenue' : 'usage'} numbers and this report has ${isStatement ? 'revenue' : 'usage'} numbers: the same streams would be counted twice.`,
      `${words.replace}, or import the reports with different sources.`,
    )
  if (overlap === 'replace' && foreign !== undefined)
    throw conflict(
      foreign,
      `You cannot replace ${about(foreign)}.`,
      `${words.add} to count both, or ask the operator to undo it.`,
    )
  const older = overlapping.find(({ hasOtherDates }) => hasOtherDates)
  if (overlap === 'replace' && older !== undefined)
    throw conflict(
      older,
      `${about(older)} also has statements with other reporting dates. Their numbers would be lost.`,
      `undo it first if you want to lose them, or ${words.add}.`,
    )
  const wider = overlapping.find(({ periodStart, periodEnd }) => periodStart < from || periodEnd > to)
  if (overlap === 'replace' && wider !== undefined)
    throw conflict(
      wider,
      `${about(wider)} covers a longer period than this report (${from} to ${to}). Some numbers would be lost.`,
      `undo it first if you want to lose them, or ${words.add}.`,
    )
}
