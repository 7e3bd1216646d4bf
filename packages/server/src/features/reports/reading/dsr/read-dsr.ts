import { readGtin, readIsrc } from '../cells/code-cells.ts'
import { parsePeriod } from '../cells/date-cells.ts'
import { suggestPreset } from '../fitting-presets.ts'
import type { ReportLine, ReportReading } from '../report-line.ts'
import { refuse } from '../report-problem.ts'
import { splitFirstLines } from '../tables/find-table.ts'
import { splitRecords, type TextRecord } from '../tables/split-records.ts'
import {
  blockCells,
  feet,
  footCells,
  headCells,
  heads,
  passedOver,
  type SalesCells,
  type SummaryCells,
  sales,
  summaries,
} from './dsr-records.ts'
import { cellOf, readCell, readCode, readSale, readSummary, type Summary } from './dsr-summaries.ts'

/** A Digital Sales Report of DDEX: single records or blocks, in one file or in parts in any order. */

export interface DsrFile {
  readonly name: string
  text(): AsyncIterable<string>
}

export function readDsr(files: readonly DsrFile[]): ReportReading {
  let head: Head | undefined
  async function* linesOf(): AsyncGenerator<readonly ReportLine[]> {
    const parts = await orderParts(files)
    head = parts[0]?.head
    const report: Reading = { summaries: new Map(), lines: 0, parts: parts.length }
    for (const { file, head: own } of parts) yield* readPart(file, own, report)
  }
  return {
    lines: linesOf(),
    setAside: [],
    describe: () =>
      head && {
        format: `DSR ${head.profile}`.slice(0, 64),
        messageId: head.messageId,
        period: { from: head.from, to: head.to },
      },
  }
}

const plain = { delimiter: '\t', isQuoted: false } as const
const recordsOf = (file: DsrFile) => splitRecords(file.text(), plain)

/** `SR08.01` is a version of `SR08`. */
const typeOf = ({ cells }: TextRecord): string => (cells[0] ?? '').trim().split('.')[0] ?? ''

const isRemark = ({ cells }: TextRecord): boolean =>
  cells[0]?.startsWith('#') === true || cells.every((cell) => cell.trim() === '')

interface Head {
  readonly profile: string
  readonly messageId: string
  readonly fileNumber: number
  readonly files: number
  readonly from: string
  readonly to: string
}

async function readHead(file: DsrFile): Promise<Head> {
  for await (const records of recordsOf(file))
    for (const record of records) if (!isRemark(record)) return headOf(record, file)
  throw refuse({ problem: `${file.name} is empty.`, fix: 'download it again from the store.' })
}

function headOf(record: TextRecord, { name }: DsrFile): Head {
  if (!heads.includes(typeOf(record)))
    throw refuse({
      line: record.line,
      problem: `${name} starts with "${typeOf(record).slice(0, 20)}", not with a DSR header.`,
      fix: suggestPreset(splitFirstLines(record.cells.join('\t')), 'for a table, choose another preset or a mapping.'),
    })
  const count = (place: number, what: string): number =>
    readCell(record, { place, name: what }, (text) => (/^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : undefined))
  const period = (place: number, what: string) =>
    readCell(record, { place, name: what }, (text) => parsePeriod(text, 'ymd'))
  return {
    profile: `${cellOf(record, headCells.profile)} ${cellOf(record, headCells.version)}`.trim(),
    messageId: readCell(record, { place: headCells.messageId, name: 'MessageId' }, (text) =>
      text === '' || text.length > 500 ? undefined : text,
    ),
    fileNumber: count(headCells.fileNumber, 'FileNumber'),
    files: count(headCells.files, 'NumberOfFiles'),
    from: period(headCells.from, 'UsageStartDate').from,
    to: period(headCells.to, 'UsageEndDate').to,
  }
}

/** All parts of one message, in order, without duplicates. */
async function orderParts(files: readonly DsrFile[]) {
  const parts = await Promise.all(files.map(async (file) => ({ file, head: await readHead(file) })))
  parts.sort((a, b) => a.head.fileNumber - b.head.fileNumber)
  const { messageId = '', files: count = 0 } = parts[0]?.head ?? {}
  const stranger = parts.find(({ head }) => head.messageId !== messageId || head.files !== count)
  if (stranger)
    throw refuse({
      problem: `${stranger.file.name} is part of message ${stranger.head.messageId}, not of ${messageId}.`,
      fix: 'import only the parts of one message.',
    })
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => !parts.some(({ head }) => head.fileNumber === number),
  )
  if (missing.length > 0)
    throw refuse({
      problem: `${missing.length === 1 ? 'Part' : 'Parts'} ${missing.slice(0, 20).join(', ')} of ${count} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      fix: 'import all parts together, in any order.',
    })
  if (parts.length > count) throw refuse({ problem: 'This part was uploaded twice.', fix: 'import each part once.' })
  return parts
}

/** The state of the whole message. */
interface Reading {
  readonly summaries: Map<string, Summary>
  lines: number
  readonly parts: number
}

/** The state of one file. */
interface Part {
  readonly file: DsrFile
  readonly head: Head
  readonly report: Reading
  lines: number
  summaries: number
  blocks: number
  block: Block | undefined
  hasEnded: boolean
}

interface Block {
  readonly id: string
  readonly resources: Map<string, Named>
  readonly releases: Map<string, Named>
}

type Named = Pick<ReportLine, 'isrc' | 'gtin14' | 'title' | 'artist'>

async function* readPart(file: DsrFile, head: Head, report: Reading): AsyncGenerator<readonly ReportLine[]> {
  const part: Part = {
    file,
    head,
    report,
    lines: 0,
    summaries: 0,
    blocks: 0,
    block: undefined,
    hasEnded: false,
  }
  for await (const records of recordsOf(file)) {
    const lines: ReportLine[] = []
    for (const record of records) {
      part.lines += 1
      if (isRemark(record)) continue
      const line = take(part, record)
      if (line) lines.push(line)
    }
    if (lines.length > 0) yield lines
  }
  if (!part.hasEnded)
    throw refuse({
      line: part.lines,
      problem: `${file.name} is incomplete: it has no footer.`,
      fix: 'download it again from the store.',
    })
}

function take(part: Part, record: TextRecord): ReportLine | undefined {
  const type = typeOf(record)
  if (part.hasEnded)
    throw refuse({
      line: record.line,
      problem: 'Unexpected record after the footer.',
      fix: 'ask the store for a corrected report.',
    })
  if (heads.includes(type) || passedOver.includes(type)) return undefined
  if (feet.includes(type)) return end(part, record, type === 'SRFO' ? 'SRFO' : 'FOOT')
  const summary = summaries[type]
  if (summary) return addSummary(part, record, summary)
  if (type === 'AS01' || type === 'AS02') return addResource(part, record)
  if (type === 'RE01') return addRelease(part, record)
  const sale = sales[type]
  if (sale) return takeSale(part, record, sale)
  throw refuse({
    line: record.line,
    problem: `The hub does not read records of the type "${type.slice(0, 20)}" (profile ${part.head.profile}).`,
    fix: 'ask the store for Financial Reporting to Record Companies or for Basic Audio.',
  })
}

function needCells(record: TextRecord, count: number): void {
  if (record.cells.length < count)
    throw refuse({
      line: record.line,
      problem: `The record has ${record.cells.length} cells but needs ${count}.`,
      fix: 'ask the store for a corrected report.',
    })
}

function addSummary(part: Part, record: TextRecord, cells: SummaryCells): undefined {
  needCells(record, Math.max(cells.territory, cells.currency ?? 0) + 1)
  part.summaries += 1
  part.report.summaries.set(cellOf(record, cells.id), readSummary(record, cells, part.head))
}

function blockOf(part: Part, record: TextRecord): Block {
  const id = cellOf(record, blockCells.block)
  if (part.block?.id === id) return part.block
  part.block = { id, resources: new Map(), releases: new Map() }
  part.blocks += 1
  return part.block
}

function addResource(part: Part, record: TextRecord): undefined {
  const { reference, resource } = blockCells
  needCells(record, resource.artist + 1)
  // The first of several codes belongs to the recording.
  blockOf(part, record).resources.set(cellOf(record, reference), {
    isrc: readCode(record, { place: resource.isrc, name: 'ISRC' }, (text) => readIsrc(text.split('|')[0] ?? '')),
    gtin14: '',
    title: cellOf(record, resource.title).slice(0, 200),
    artist: cellOf(record, resource.artist).slice(0, 200),
  })
}

function addRelease(part: Part, record: TextRecord): undefined {
  const { reference, release } = blockCells
  needCells(record, release.title + 1)
  blockOf(part, record).releases.set(cellOf(record, reference), {
    isrc: '',
    gtin14: readCode(record, { place: release.icpn, name: 'ICPN' }, readGtin),
    title: cellOf(record, release.title).slice(0, 200),
    artist: cellOf(record, release.artist).slice(0, 200),
  })
}

function takeSale(part: Part, record: TextRecord, cells: SalesCells): ReportLine {
  needCells(record, Math.max(cells.summary, cells.quantity, cells.returns ?? 0, cells.revenue ?? 0) + 1)
  const id = cellOf(record, cells.summary)
  const summary = part.report.summaries.get(id)
  if (!summary)
    throw refuse({
      line: record.line,
      column: `SummaryRecordId, cell ${cells.summary + 1}`,
      problem: `The report has no summary record "${id.slice(0, 60)}".`,
      fix: 'ask the store for a corrected report.',
    })
  return readSale(record, cells, { summary, about: aboutOf(part, record, cells) })
}

function aboutOf(part: Part, record: TextRecord, { about, refers }: SalesCells): Named {
  if (about) {
    const isrc = readCode(record, { place: about.isrc, name: 'ISRC' }, readIsrc)
    const [title, artist] = isrc === '' ? [about.releaseTitle, about.releaseArtist] : [about.title, about.artist]
    return {
      isrc,
      gtin14: readCode(record, { place: about.icpn, name: 'ICPN' }, readGtin),
      title: cellOf(record, title).slice(0, 200),
      artist: cellOf(record, artist).slice(0, 200),
    }
  }
  const block = blockOf(part, record)
  const release = block.releases.get(cellOf(record, refers?.release ?? 0))
  const named = cellOf(record, refers?.resource ?? 0)
  // A block about one recording often does not repeat its reference.
  const resource =
    block.resources.get(named) ?? (named === '' && !release ? [...block.resources.values()][0] : undefined)
  if (!resource && !release)
    throw refuse({
      line: record.line,
      problem: `Block ${block.id.slice(0, 60)} has neither the recording nor the release of this record.`,
      fix: 'ask the store for a corrected report.',
    })
  return { ...(release ?? nothing), ...(resource ?? {}), gtin14: release?.gtin14 ?? '' }
}

const nothing: Named = { isrc: '', gtin14: '', title: '', artist: '' }

/** A footer counts the records above it, so that a loss is detected. */
function end(part: Part, record: TextRecord, type: keyof typeof footCells): undefined {
  const { report, head } = part
  part.hasEnded = true
  report.lines += part.lines
  const { linesInFile, linesInReport, summaries: summariesAt, blocksInFile } = footCells[type]
  const expect = (place: number | undefined, what: string, ...right: readonly number[]): void => {
    const text = place === undefined ? '' : cellOf(record, place)
    if (text === '' || right.some((count) => text === String(count))) return
    throw refuse({
      line: record.line,
      column: `${what}, cell ${(place ?? 0) + 1}`,
      problem: `The footer declares ${text.slice(0, 20)}, but the file has ${right[0]}. Some lines are missing.`,
      fix: 'download the file again, or ask the store for a corrected report.',
    })
  }
  expect(linesInFile, 'NumberOfLinesInFile', part.lines)
  // Only the last part has the total; others may have their own.
  if (head.fileNumber === report.parts) expect(linesInReport, 'NumberOfLinesInReport', report.lines, part.lines)
  expect(summariesAt, 'NumberOfSummaryRecords', part.summaries, report.summaries.size)
  expect(blocksInFile, 'NumberOfBlocksInFile', part.blocks)
}
