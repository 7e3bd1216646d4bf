import { fstatSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { readOrRefuse } from '../../src/features/imports/reader/read-or-refuse.ts'
import type { ChildRunner } from '../../src/features/media/index.ts'
import { answerTask } from '../../src/features/reports/reading/answer-task.ts'
import type { ReportTask } from '../../src/features/reports/reading/answers.ts'
import { textOf } from '../../src/features/reports/reading/files/open-file.ts'

/**
 * Reads messages and reports like the hub, with the same code, without a process for each. `test/imports/hostile` and
 * `test/reports/hostile` test the real ones.
 */
export function readersInProcess(): ChildRunner {
  let isStopped = false
  const entryOf = (codeFrom: Parameters<ChildRunner['run']>[0]): string => basename(codeFrom(undefined).entry)
  return {
    get isStopped() {
      return isStopped
    },
    async run(codeFrom, fd) {
      if (isStopped) return { ended: 'stopped' }
      requireEntry(entryOf(codeFrom), 'message-child.ts')
      return { ended: 'output', bytes: Buffer.from(JSON.stringify(readOrRefuse(readAll(fd)))) }
    },
    async stream(codeFrom, fds, { args = [] }, take) {
      if (isStopped) return { ended: 'stopped' }
      requireEntry(entryOf(codeFrom), 'report-child.ts')
      const task = JSON.parse(args[0] ?? '') as ReportTask
      const files = task.names.map((name, index) => ({ name, text: textOf(fds[index] ?? -1) }))
      await answerTask(task, files, (answer) => take(Buffer.from(answer)))
      return { ended: 'output', bytes: Buffer.alloc(0) }
    },
    async stop() {
      isStopped = true
    },
  }
}

function requireEntry(entry: string, expected: string): void {
  if (entry !== expected) throw new Error(`${entry} is not read in this process`)
}

function readAll(fd: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(fd).size)
  for (let done = 0; done < bytes.length; ) done += readSync(fd, bytes, done, bytes.length - done, done)
  return bytes
}
