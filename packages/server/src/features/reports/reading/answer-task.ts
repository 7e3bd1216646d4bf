import type { ReportTask } from './answers.ts'
import { type DsrFile, readDsr } from './dsr/read-dsr.ts'
import type { Mapping } from './mapping.ts'
import { recogniseFormat } from './recognise-format.ts'
import { lineFields, type ReportHead, type ReportLine, type ReportReading } from './report-line.ts'
import { ReportRefused, refuse } from './report-problem.ts'
import { readCsv, readRows } from './tables/read-csv.ts'
import { type TableNotes, tableNotes } from './tables/set-aside.ts'
import { isHead } from './tables/table-columns.ts'

/** Few enough to be a short text, even with long titles. */
const linesAtATime = 200
/** A report of a month has a million lines. */
const maxLines = 10_000_000

/** A file that may be a workbook. */
export interface ReportFile extends DsrFile {
  /** The bytes of a workbook; undefined for other files. */
  workbook?(): Promise<Buffer | undefined>
}

type ReportFiles = readonly ReportFile[]

async function* readTableFile(
  file: ReportFile,
  mapping: Mapping,
  notes: TableNotes,
): AsyncGenerator<readonly ReportLine[]> {
  const workbook = await file.workbook?.()
  if (workbook === undefined) {
    yield* readCsv(file.text(), mapping, notes)
    return
  }
  // Its reader is large, and only workbooks need it.
  const { readWorkbook } = await import('./files/read-workbook.ts')
  const { decimal } = mapping
  yield* readRows(readWorkbook(workbook, { decimal, isHead: (cells) => isHead(cells, mapping) }), mapping, notes)
}

async function open({ isUnknown, setsAside, ...named }: ReportTask, files: ReportFiles): Promise<ReportReading> {
  const [file] = files
  const { mapping, format } = isUnknown && file ? await recogniseFormat(file) : named
  if (isUnknown && setsAside && mapping === undefined)
    throw refuse({ problem: 'Lines of a DDEX message cannot be set aside.', fix: 'remove the option.' })
  if (mapping === undefined || file === undefined) return readDsr(files)
  if (files.length > 1)
    throw refuse({ problem: `A table is one file, not ${files.length}.`, fix: 'import the files one at a time.' })
  const notes = tableNotes(setsAside)
  return {
    lines: readTableFile(file, mapping, notes),
    setAside: notes.setAside,
    describe: () => ({ format, ...describeNotes(notes) }),
  }
}

const describeNotes = ({ skippedLines, reported, isUndated }: TableNotes): Omit<ReportHead, 'format'> => ({
  ...(skippedLines > 0 && { skippedLines }),
  ...(reported.size > 0 && !isUndated && { reported: [...reported.values()] }),
})

const cellsOf = (line: ReportLine): string[] => lineFields.map((field) => line[field])

/** Writes each answer as one line of JSON. */
export async function answerTask(
  task: ReportTask,
  files: ReportFiles,
  say: (answer: string) => void | Promise<void>,
): Promise<void> {
  const tell = (answer: unknown) => say(`${JSON.stringify(answer)}\n`)
  try {
    const reading = await open(task, files)
    let count = 0
    let told = 0
    const tellSetAside = async (): Promise<void> => {
      for (; told < reading.setAside.length; told += linesAtATime)
        await tell({ setAside: reading.setAside.slice(told, told + linesAtATime) })
      told = reading.setAside.length
    }
    for await (const lines of reading.lines) {
      count += lines.length
      if (count > maxLines)
        throw refuse({
          problem: 'The report has more than 10 million lines.',
          fix: 'import it in parts, one month each.',
        })
      // Before the lines: a preview ends after the first ones.
      await tellSetAside()
      for (let at = 0; at < lines.length; at += linesAtATime)
        await tell({ lines: lines.slice(at, at + linesAtATime).map(cellsOf) })
    }
    await tellSetAside()
    await tell({ head: reading.describe() ?? null })
  } catch (error) {
    if (!(error instanceof ReportRefused)) throw error
    await tell({ problems: error.problems })
  }
}
