import type { ReportTask } from './answers.ts'
import { readCsv } from './read-csv.ts'
import { readDsr } from './read-dsr.ts'
import { lineFields, type ReportLine, type ReportReading } from './report-line.ts'
import { ReportRefused, refuse } from './report-problem.ts'

/** Few enough to be a short text, even with long titles. */
const linesAtATime = 200
/** A report of a month has a million lines. */
const maxLines = 10_000_000

type ReportFiles = Parameters<typeof readDsr>[0]

function open({ mapping, format }: ReportTask, files: ReportFiles): ReportReading {
  const [file] = files
  if (mapping === undefined || file === undefined) return readDsr(files)
  return { lines: readCsv(file.text(), mapping), describe: () => ({ format }) }
}

const cellsOf = (line: ReportLine): string[] => lineFields.map((field) => line[field])

/** Writes each answer as one line of JSON. */
export async function answerTask(
  task: ReportTask,
  files: ReportFiles,
  say: (answer: string) => void | Promise<void>,
): Promise<void> {
  const tell = (answer: unknown) => say(`${JSON.stringify(answer)}\n`)
  try {
    const reading = open(task, files)
    let count = 0
    for await (const lines of reading.lines) {
      count += lines.length
      if (count > maxLines)
        throw refuse({
          problem: 'The report has more than 10 million lines.',
          fix: 'import it in parts, one month each.',
        })
      for (let at = 0; at < lines.length; at += linesAtATime)
        await tell({ lines: lines.slice(at, at + linesAtATime).map(cellsOf) })
    }
    await tell({ head: reading.describe() ?? null })
  } catch (error) {
    if (!(error instanceof ReportRefused)) throw error
    await tell({ problems: error.problems })
  }
}
