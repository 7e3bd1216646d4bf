import { writeSync } from 'node:fs'
import type { ReportTask } from './answers.ts'
import { textOf } from './open-file.ts'
import { readCsv } from './read-csv.ts'
import { readDsr } from './read-dsr.ts'
import { lineFields, type ReportLine, type ReportReading } from './report-line.ts'
import { ReportRefused, refuse } from './report-problem.ts'

/** Entry of the child process for reports. It has no path, no environment and no database: open files and one pipe. */

/** Few enough that they are short text, however long their titles are. */
const linesAtATime = 200
/** A report of a month has a million. */
const maxLines = 10_000_000

const task = JSON.parse(process.argv[3] ?? '') as ReportTask

/** The first file is standard input; others stand behind standard error. */
const files = task.names.map((name, index) => ({ name, text: () => textOf(index === 0 ? 0 : index + 2) }))

function open(): ReportReading {
  const { mapping, format } = task
  const [file] = files
  if (mapping === undefined || file === undefined) return readDsr(files)
  return { lines: readCsv(file.text(), mapping), describe: () => ({ format }) }
}

/** Waits while the pipe is full. */
function say(answer: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(answer)}\n`)
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written)
}

const cellsOf = (line: ReportLine): string[] => lineFields.map((field) => line[field])

async function read(): Promise<void> {
  const reading = open()
  let count = 0
  for await (const lines of reading.lines) {
    count += lines.length
    if (count > maxLines)
      throw refuse({ problem: 'The report has more than 10 million lines.', fix: 'import it in parts, a month each.' })
    for (let at = 0; at < lines.length; at += linesAtATime)
      say({ lines: lines.slice(at, at + linesAtATime).map(cellsOf) })
  }
  say({ head: reading.describe() ?? null })
}

await read().catch((error: unknown) => {
  if (!(error instanceof ReportRefused)) throw error
  say({ problems: error.problems })
})
