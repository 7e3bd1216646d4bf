import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { codeEnding } from '../../../platform/process/code-files.ts'
import type { Copied, CopyOrder, Finding, Question, Task, TaskResult, ThreadData } from './file-thread.ts'

/** Reads and copies files on separate threads: hashing alone keeps the core of one thread busy. */
export interface FileThreads {
  examine(question: Question): Promise<Finding>
  copy(order: CopyOrder): Promise<Copied>
}

/** Reading uses a whole core. Writing also waits for the disk, so there are more threads for it. */
const maxThreads = { reading: Math.min(4, availableParallelism()), copying: 4 }
/** The size of a task: a message costs more than a small file. */
const perMessage = { files: 16, bytes: 4 * 1024 * 1024 }
/** This many requests keep all threads busy. */
export const examinedAtOnce = maxThreads.reading * perMessage.files * 2
export const copiedAtOnce = maxThreads.copying * perMessage.files * 2
/** A thread ends after being idle for this long; it does not keep the process running. */
const idleMs = 1_000

interface Asked {
  readonly task: Task
  answer(result: TaskResult): void
  fail(error: unknown): void
}

interface Thread {
  ask(asked: readonly Asked[]): void
}

export function fileThreads(use: keyof typeof maxThreads, secretKey?: KeyObject): FileThreads {
  const waiting: Asked[] = []
  const idle: Thread[] = []
  let threads = 0
  const handOut = (): void => {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (needsThread() ? start() : undefined)
      if (!thread) return
      thread.ask(takeSome(waiting))
    }
  }
  // A thread costs more than a few small files do.
  const needsThread = (): boolean => threads === 0 || (threads < maxThreads[use] && isWholeMessage(waiting))
  const start = (): Thread => {
    threads++
    const thread = startThread(
      { secretKey },
      {
        onIdle() {
          idle.push(thread)
          handOut()
        },
        onEnd() {
          threads--
          const position = idle.indexOf(thread)
          if (position >= 0) idle.splice(position, 1)
          handOut()
        },
      },
    )
    return thread
  }
  // The thread answers each task with a result of its kind.
  const ask = <T extends TaskResult>(task: Task): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({ task, answer: (result) => resolve(result as T), fail: reject })
      handOut()
    })
  return {
    examine: (question) => ask<Finding>({ kind: 'examine', question }),
    copy: (order) => ask<Copied>({ kind: 'copy', order }),
  }
}

const lengthOf = (task: Task): number =>
  task.kind === 'copy' ? task.order.expectedLength : task.question.expectedLength

const isWholeMessage = (waiting: readonly Asked[]): boolean =>
  waiting.length >= perMessage.files || waiting.reduce((sum, { task }) => sum + lengthOf(task), 0) >= perMessage.bytes

function takeSome(waiting: Asked[]): Asked[] {
  let files = 0
  let bytes = 0
  for (const { task } of waiting) {
    bytes += lengthOf(task)
    if (files > 0 && (files === perMessage.files || bytes > perMessage.bytes)) break
    files++
  }
  return waiting.splice(0, files)
}

interface ThreadEvents {
  onIdle(): void
  onEnd(): void
}

function startThread(data: ThreadData, { onIdle, onEnd }: ThreadEvents): Thread {
  const worker = new Worker(new URL(`./file-thread${codeEnding}`, import.meta.url), { workerData: data })
  let current: readonly Asked[] = []
  let cause: unknown = new Error('the thread that reads and copies files has ended')
  let ending: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    for (const { fail } of current) fail(cause)
    onEnd()
  }
  worker.on('message', (results: readonly TaskResult[]) => {
    for (const [index, { answer }] of current.entries()) answer(results[index] ?? {})
    current = []
    worker.unref()
    ending = setTimeout(() => {
      end()
      void worker.terminate()
    }, idleMs).unref()
    onIdle()
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', end)
  return {
    ask(asked) {
      clearTimeout(ending)
      current = asked
      worker.ref()
      worker.postMessage(asked.map(({ task }) => task))
    },
  }
}
