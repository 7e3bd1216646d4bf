import type { Log } from '../../platform/logging/log.ts'
import { type ChildRunner, childRunner } from '../media/index.ts'
import { type Answer, parseAnswer, type ReportFormat, type ReportTask } from './reading/answers.ts'
import type { ReportHead, ReportLine } from './reading/report-line.ts'
import { type ReportProblem, ReportRefused, refuse } from './reading/report-problem.ts'
import { maxSetAside } from './reading/tables/set-aside.ts'
import { maxNameLength, type OpenFile, readInChild, refuseUnread, Unbelievable } from './run-reader.ts'

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

/** As many as fit on one command line. */
export const maxFiles = 100

export interface ReportReaderOptions {
  readonly log: Log
  readonly children?: ChildRunner | undefined
}

export const reportReader = ({ log, children = childRunner() }: ReportReaderOptions): ReportReader => ({
  async read({ files, how }, take, setAside) {
    if (files.length === 0 || files.length > maxFiles)
      throw refuse({ problem: `A report must have 1 to ${maxFiles} files.`, fix: 'name the parts of one report.' })
    const task: ReportTask = { ...how, names: files.map(({ name }) => name.slice(0, maxNameLength)) }
    requireSmall(how)
    const answers = answerTaker(take, setAside)
    await readInChild({ log, children }, { files, task, take: answers.take, fix: inParts })
    const last = answers.last()
    if (last && 'problems' in last) throw new ReportRefused(last.problems)
    if (last && 'head' in last) return last.head
    throw refuseUnread(log, { reason: 'its answer had no end', stderr: '' }, inParts)
  },
  drain: () => children.stop(),
})

const inParts = 'import it in parts, one month each.'

/** The mapping is an argument of a process, of which Linux takes 128 KiB. */
const maxMappingBytes = 64 * 1024

function requireSmall({ mapping }: ReportFormat): void {
  if (mapping !== undefined && Buffer.byteLength(JSON.stringify(mapping)) > maxMappingBytes)
    throw refuse({ problem: 'The mapping is larger than 64 KiB.', fix: 'keep only values that this table has.' })
}

type TakeAnswers = Parameters<ReportReader['read']> extends [OpenReport, ...infer Rest] ? Rest : never

/** Passes lines of the report on. */
function answerTaker(...[take, setAside]: TakeAnswers) {
  let setAsideLines = 0
  let last: Answer | undefined
  const takeAnswer = async (written: Buffer): Promise<void> => {
    const answer = last === undefined ? parseAnswer(written.toString('utf8')) : undefined
    if (answer === undefined) throw new Unbelievable('its output is not a valid result')
    if ('lines' in answer) await take(answer.lines)
    else if ('setAside' in answer) {
      setAsideLines += answer.setAside.length
      if (setAsideLines > maxSetAside) throw new Unbelievable('it sets too many lines aside')
      setAside?.(answer.setAside)
    } else last = answer
  }
  return { take: takeAnswer, last: () => last }
}
