import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import { type ChildCode, childCode, type MediaKind } from './child/child-files.ts'
import { type ChildRunner, childRunner } from './child/child-runner.ts'
import { bundleChildren, type ChildWalls, findChildWalls } from './child/child-walls.ts'
import { parseReport } from './parse-report.ts'
import { buildVerdict, failedVerdict, type MediaVerdict } from './verdict.ts'

/**
 * A verdict for every file, whatever the file does to the process that reads it. `analyse()` rejects only for what is
 * not the file's fault: it cannot be opened, no process can be started, or the analyser is closed.
 */

export interface MediaAnalyser {
  /** Reads the whole file in a separate process. */
  analyse(file: { path: string; kind: MediaKind }): Promise<MediaVerdict>
  /** Bundles the children where that was not done, and says in the log which walls hold around them. */
  start(): void
  /** Ends running analyses; they reject with `shutting_down` and may be repeated later. */
  drain(): Promise<void>
}

export interface MediaAnalyserOptions {
  /** Processor time of all attempts on a small file together; 1 s more for every MiB beyond the first. */
  readonly timeoutMs?: number | undefined
  /** Resident memory of one child. */
  readonly memoryMiB?: number | undefined
  /** Which code analyses a file; a fault test hands in children that misbehave. */
  readonly codeFor?: ((kind: MediaKind, bundle: string | undefined) => ChildCode) | undefined
  /** What holds a child beside Node; a test may leave it out. */
  readonly findWalls?: (() => Promise<ChildWalls>) | undefined
  /** What starts the processes; a test hands in one that cannot. */
  readonly children?: ChildRunner | undefined
  readonly log: Log
}

/** Leaves room to start and to end the children: every verdict on a small file is there within 5 s. */
const defaultTimeoutMs = 4500
const defaultMemoryMiB = 256
const maxReportBytes = 64 * 1024
const extraMsPerMiB = 1000
/**
 * The first attempt gets half of the time, so that an honest file has room; the two others share the rest, for a child
 * that ended for a reason of its own.
 */
const attemptShares = [1 / 2, 1 / 4, 1 / 4] as const

const timeFor = (sizeBytes: number, timeoutMs: number): number =>
  timeoutMs + Math.max(0, sizeBytes / 1024 ** 2 - 1) * extraMsPerMiB

export function mediaAnalyser(options: MediaAnalyserOptions): MediaAnalyser {
  const { timeoutMs = defaultTimeoutMs, memoryMiB = defaultMemoryMiB, codeFor = childCode, log } = options
  const findWalls = options.findWalls ?? findChildWalls
  const children = options.children ?? childRunner(findWalls)
  let preparing: NodeJS.Timeout | undefined

  const analyseOpen = async (kind: MediaKind, file: FileHandle): Promise<MediaVerdict> => {
    const totalMs = timeFor((await file.stat()).size, timeoutMs)
    let reason = ''
    for (const [index, share] of attemptShares.entries()) {
      if (children.isStopped) throw new AppError('shutting_down')
      const end = await children.run((bundle) => codeFor(kind, bundle), file.fd, {
        timeoutMs: Math.round(totalMs * share),
        memoryMiB,
        maxOutputBytes: maxReportBytes,
      })
      if (end.ended === 'stopped') throw new AppError('shutting_down')
      if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause })
      const report = end.ended === 'output' ? parseReport(end.bytes.toString('utf8')) : undefined
      if (report) return buildVerdict(report)
      reason = end.ended === 'failed' ? end.reason : 'its answer was not a report'
      const stderr = end.ended === 'failed' ? end.stderr : ''
      log.warn('media.analysis_attempt_failed', { kind, attempt: index + 1, reason, stderr })
      // The same file needs the same time again: others wait for that processor.
      if (end.ended === 'failed' && end.isOutOfTime) return failedVerdict(index + 1, reason)
    }
    return failedVerdict(attemptShares.length, reason)
  }

  return {
    async analyse({ path, kind }) {
      const file = await open(path, 'r')
      try {
        return await analyseOpen(kind, file)
      } finally {
        await file.close()
      }
    },
    start() {
      if (options.findWalls) return
      // Not before the hub listens: the trial starts a process or two.
      preparing = setTimeout(() => void prepareChildren(log), 2_000)
      preparing.unref()
    },
    async drain() {
      clearTimeout(preparing)
      await children.stop()
    },
  }
}

async function prepareChildren(log: Log): Promise<void> {
  const start = performance.now()
  await bundleChildren().then(
    (isNew) => {
      if (isNew) log.info('media.children_bundled', { milliseconds: Math.round(performance.now() - start) })
    },
    (error: unknown) => log.debug('media.children_unbundled', { error }),
  )
  const { account, network } = await findChildWalls()
  say(log, { account, network })
}

/** A wall that does not hold is the operator's to know. */
const say = (log: Log, walls: Pick<ChildWalls, 'account' | 'network'>): void =>
  log[walls.account && walls.network ? 'info' : 'warn']('media.child_isolation', walls)
