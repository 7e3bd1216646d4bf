import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/log.ts'
import { type ChildCode, childCode, type MediaKind } from './child/child-files.ts'
import { type ChildEnd, type RunningChild, spawnChild } from './child/spawn-child.ts'
import { parseReport } from './parse-report.ts'
import { buildVerdict, failedVerdict, type MediaVerdict } from './verdict.ts'

/**
 * A verdict for every file, whatever the file does to the process that reads it. `analyse()` rejects only for what is
 * not the file's fault: it cannot be opened, no process can be started, or the analyser is closed.
 */

export interface MediaAnalyser {
  /** Reads the whole file in a process of its own. */
  analyse(file: { path: string; kind: MediaKind }): Promise<MediaVerdict>
  /** Ends running analyses; they reject with `shutting_down` and may be repeated later. */
  drain(): Promise<void>
}

export interface MediaAnalyserOptions {
  /** Processor time of all attempts on a small file together; 1 s more for every MiB beyond the first. */
  readonly timeoutMs?: number | undefined
  /** Resident memory of one child. */
  readonly memoryMiB?: number | undefined
  /** Which code analyses a file; a fault test hands in children that misbehave. */
  readonly codeFor?: ((kind: MediaKind) => ChildCode) | undefined
  readonly log: Log
}

/** Leaves room to start and to end the children: every verdict on a small file is there within 5 s. */
const defaultTimeoutMs = 4500
const defaultMemoryMiB = 256
const extraMsPerMiB = 1000
/** The first attempt gets half of the time, so that an honest file has room; the two others share the rest. */
const attemptShares = [1 / 2, 1 / 4, 1 / 4] as const

const timeFor = (sizeBytes: number, timeoutMs: number): number =>
  timeoutMs + Math.max(0, sizeBytes / 1024 ** 2 - 1) * extraMsPerMiB

export function mediaAnalyser(options: MediaAnalyserOptions): MediaAnalyser {
  const { timeoutMs = defaultTimeoutMs, memoryMiB = defaultMemoryMiB, codeFor = childCode, log } = options
  const running = new Set<RunningChild>()
  let isClosed = false

  const runChild = async (kind: MediaKind, fd: number, attemptMs: number): Promise<ChildEnd> => {
    const child = spawnChild(codeFor(kind), fd, { timeoutMs: attemptMs, memoryMiB })
    running.add(child)
    const end = await child.end
    running.delete(child)
    return end
  }

  const analyseOpen = async (kind: MediaKind, file: FileHandle): Promise<MediaVerdict> => {
    const totalMs = timeFor((await file.stat()).size, timeoutMs)
    let reason = ''
    for (const [index, share] of attemptShares.entries()) {
      if (isClosed) throw new AppError('shutting_down')
      const end = await runChild(kind, file.fd, Math.round(totalMs * share))
      if (end.ended === 'stopped') throw new AppError('shutting_down')
      if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause })
      const report = end.ended === 'output' ? parseReport(end.text) : undefined
      if (report) return buildVerdict(report)
      reason = end.ended === 'failed' ? end.reason : 'its answer was not a report'
      const stderr = end.ended === 'failed' ? end.stderr : ''
      log.warn('media_analysis_ended_early', { kind, attempt: index + 1, reason, stderr })
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
    async drain() {
      isClosed = true
      const ends = [...running].map((child) => {
        child.stop()
        return child.end
      })
      await Promise.all(ends)
    },
  }
}
