import type { KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Finding, Question, ThreadData } from './examine-thread.ts'

/** Reads files on threads of their own, as many as there are cores: on one, hashing is all that a core does. */
export interface FileExaminer {
  examine(question: Question): Promise<Finding>
}

const maxThreads = Math.min(4, availableParallelism())
/** What a thread gets at a time: a message costs more than a small file. */
const perMessage = { files: 16, bytes: 4 * 1024 * 1024 }
/** So many questions keep all threads busy. */
export const examinedAtOnce = maxThreads * perMessage.files * 2
/** A thread ends when nobody has asked for so long; it keeps no process running. */
const idleMs = 1_000

interface Asked {
  readonly question: Question
  readonly answer: PromiseWithResolvers<Finding>
}

interface Thread {
  ask(asked: readonly Asked[]): void
}

export function fileExaminer(secretKey?: KeyObject): FileExaminer {
  const waiting: Asked[] = []
  const idle: Thread[] = []
  let threads = 0
  const handOut = (): void => {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (threads < maxThreads ? start() : undefined)
      if (!thread) return
      thread.ask(takeSome(waiting))
    }
  }
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
  return {
    examine(question) {
      const answer = Promise.withResolvers<Finding>()
      waiting.push({ question, answer })
      handOut()
      return answer.promise
    },
  }
}

function takeSome(waiting: Asked[]): Asked[] {
  let files = 0
  let bytes = 0
  for (const { question } of waiting) {
    bytes += question.expectedLength
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
  const worker = new Worker(new URL('./examine-thread.ts', import.meta.url), { workerData: data })
  let current: readonly Asked[] = []
  let cause: unknown = new Error('the thread that reads files has ended')
  let ending: NodeJS.Timeout | undefined
  let hasEnded = false
  const end = (): void => {
    if (hasEnded) return
    hasEnded = true
    for (const { answer } of current) answer.reject(cause)
    onEnd()
  }
  worker.on('message', (findings: readonly Finding[]) => {
    for (const [index, { answer }] of current.entries()) answer.resolve(findings[index] ?? {})
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
      worker.postMessage(asked.map(({ question }) => question))
    },
  }
}
