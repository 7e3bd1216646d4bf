import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@spindle/contract'
import type { Log } from '../../platform/logging/log.ts'
import { type ChildCode, type ChildRunner, childRunner, contractFolders, findPackageFolder } from '../media/index.ts'
import { type Answer, parseAnswer, type ReportFormat, type ReportTask } from './reading/answers.ts'
import type { ReportHead, ReportLine } from './reading/report-line.ts'
import { type ReportProblem, ReportRefused, refuse } from './reading/report-problem.ts'
import { maxSetAside } from './reading/tables/set-aside.ts'

/** Reports are read by a separate process in the sandbox of the media children, because they are untrusted too. */
export interface ReportReader {
  /**
   * Returns the report's description of itself. The child waits while lines are processed. `setAside` gets the lines
   * that cannot be read, at most 1000. Throws `ReportRefused`.
   */
  read(
    report: OpenReport,
    take: (lines: readonly ReportLine[]) => Promise<void>,
    setAside?: (problems: readonly ReportProblem[]) => void,
  ): Promise<ReportHead | undefined>
  /** Ends running readings; they reject with `shutting_down`. */
  drain(): Promise<void>
}

export interface OpenReport {
  readonly files: readonly OpenFile[]
  readonly how: ReportFormat
}

export interface OpenFile {
  readonly name: string
  readonly handle: FileHandle
}

/** As many as fit on one command line. */
export const maxFiles = 100
const maxNameLength = 200

/** Four gigabytes of lines take minutes; a file that takes longer was built to do so. */
const limits = { timeoutMs: 600_000, memoryMiB: 256, maxOutputBytes: 16 * 1024 ** 3 } as const
/** The child sends few lines at a time. */
const maxAnswerBytes = 2 * 1024 ** 2

const folder = join(import.meta.dirname, 'reading')
const calendar = join(import.meta.dirname, '../../platform/values/calendar.ts')

let code: ChildCode | undefined

/** The libraries that split tables, and open archives and workbooks. */
function readers(): string[] {
  const own = ['csv-parse', '@e965/xlsx', 'yauzl'].map((name) => findPackageFolder(name, import.meta.filename))
  const [, , yauzl = ''] = own
  return [...own, findPackageFolder('pend', join(yauzl, 'package.json'))]
}

/** It may read its own sources and their imports, and no other file. */
function readerCode(): ChildCode {
  code ??= {
    entry: join(folder, 'report-child.ts'),
    readable: [folder, calendar, ...contractFolders(), ...readers()],
    addons: false,
  }
  return code
}

export interface ReportReaderOptions {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}

export const reportReader = ({ log, children = childRunner() }: ReportReaderOptions): ReportReader => ({
  async read({ files, how }, take, setAside) {
    const [first, ...others] = files.map(({ handle }) => handle.fd)
    if (first === undefined || files.length > maxFiles)
      throw refuse({ problem: `A report must have 1 to ${maxFiles} files.`, fix: 'name the parts of one report.' })
    const task: ReportTask = { ...how, names: files.map(({ name }) => name.slice(0, maxNameLength)) }
    requireSmall(how)
    const answers = answerTaker(take, setAside)
    const told = { ...limits, args: [JSON.stringify(task)] }
    const end = await children.stream(readerCode, [first, ...others], told, answers.add).catch((error: unknown) => {
      if (error instanceof Unbelievable) return { ended: 'failed' as const, reason: error.message, stderr: '' }
      throw error
    })
    if (end.ended === 'stopped') throw new AppError('shutting_down')
    if (end.ended === 'unstarted') throw new AppError('overloaded', { cause: end.cause })
    const last = end.ended === 'output' ? answers.last() : undefined
    if (last && 'problems' in last) throw new ReportRefused(last.problems)
    if (last && 'head' in last) return last.head
    const failed = end.ended === 'failed' ? end : { reason: 'its answer had no end', stderr: '' }
    log.warn('reports.reading_failed', { reason: failed.reason, stderr: failed.stderr })
    throw refuse({
      problem: 'The report could not be read within the limits of the hub.',
      fix: 'import it in parts, one month each.',
    })
  },
  drain: () => children.stop(),
})

/** The mapping is an argument of a process, of which Linux takes 128 KiB. */
const maxMappingBytes = 64 * 1024

function requireSmall({ mapping }: ReportFormat): void {
  if (mapping !== undefined && Buffer.byteLength(JSON.stringify(mapping)) > maxMappingBytes)
    throw refuse({ problem: 'The mapping is larger than 64 KiB.', fix: 'keep only values that this table has.' })
}

/** The output of the child is not in the format of our child. */
class Unbelievable extends Error {}

type TakeAnswers = Parameters<ReportReader['read']> extends [OpenReport, ...infer Rest] ? Rest : never

/** Reads the output of the child line by line, and passes lines of the report on. */
function answerTaker(...[take, setAside]: TakeAnswers) {
  let setAsideLines = 0
  let rest: Buffer[] = []
  let restBytes = 0
  let last: Answer | undefined
  const addAnswer = async (written: Buffer): Promise<void> => {
    const answer = last === undefined ? parseAnswer(written.toString('utf8')) : undefined
    if (answer === undefined) throw new Unbelievable('its output is not a valid result')
    if ('lines' in answer) await take(answer.lines)
    else if ('setAside' in answer) {
      setAsideLines += answer.setAside.length
      if (setAsideLines > maxSetAside) throw new Unbelievable('it sets too many lines aside')
      setAside?.(answer.setAside)
    } else last = answer
  }
  return {
    async add(piece: Buffer): Promise<void> {
      let start = 0
      for (;;) {
        const end = piece.indexOf(10, start)
        if (end < 0) break
        const written = piece.subarray(start, end)
        start = end + 1
        await addAnswer(rest.length === 0 ? written : Buffer.concat([...rest, written]))
        rest = []
        restBytes = 0
      }
      restBytes += piece.length - start
      if (restBytes > maxAnswerBytes) throw new Unbelievable('its answer has a line without an end')
      if (start < piece.length) rest.push(piece.subarray(start))
    },
    last: () => (restBytes === 0 ? last : undefined),
  }
}
