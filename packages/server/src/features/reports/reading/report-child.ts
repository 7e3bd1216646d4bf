import { writeSync } from 'node:fs'
import { answerTask } from './answer-task.ts'
import type { ReportTask } from './answers.ts'
import { findWorkbook, textOf } from './files/open-file.ts'
import { answerRecords, type RecordsTask } from './records/answer-records.ts'

/** Entry of the child process for reports. It has no path, no environment and no database: open files and one pipe. */

const task = JSON.parse(process.argv[3] ?? '') as ReportTask | RecordsTask

/** The first file is standard input; others follow standard error. */
const files = task.names.map((name, index) => {
  const fd = index === 0 ? 0 : index + 2
  return { name, text: textOf(fd), workbook: () => findWorkbook(fd) }
})

/** Waits while the pipe is full. */
function say(answer: string): void {
  const bytes = Buffer.from(answer)
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written)
}

if ('columns' in task) await answerRecords(task, files, say)
else await answerTask(task, files, say)
