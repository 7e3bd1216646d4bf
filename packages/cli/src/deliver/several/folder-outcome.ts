import { ConnectionError, type Release } from '@spindle/client'
import { type ExitCode, exitCodes } from '@spindle/command-line'
import { type Explanation, explainError } from '../../errors/explain-error.ts'
import { isAway } from '../../hub/retry-while-away.ts'
import { formatPointer } from '../../output/format-findings.ts'
import { findReview, toProblems } from '../../releases/find-review.ts'
import { isReleaseEditable } from '../../releases/is-release-editable.ts'
import { describeRefusal, listRefusals } from '../../releases/list-refusals.ts'
import { findNextStep } from '../../releases/next-steps.ts'
import type { FileFinding } from '../deliver-events.ts'
import type { DryRun } from '../dry-run.ts'

/** What became of one folder among several. */

/** `needs_you`: a person must do something before it can continue. `left`: it was not reached. */
export type Outcome = 'submitted' | 'already_submitted' | 'draft' | 'ready' | 'needs_you' | 'left'

/** What stops a release, and how to fix it. */
export interface Obstacle {
  readonly code: string
  readonly message: string
  readonly fix: string | undefined
  readonly exitCode: ExitCode
}

export interface FolderOutcome {
  /** As named on the command line, or below a folder that was. */
  readonly folder: string
  readonly outcome: Outcome
  readonly release?: Release
  readonly dryRun?: DryRun
  readonly obstacle?: Obstacle
}

interface Delivered {
  readonly folder: string
  readonly release: Release
  /** Whether this run submitted it. */
  readonly isSubmittedNow: boolean
}

/** Of a delivery that ended without an error. Problems that only a person can solve are obstacles as well. */
export function judgeRelease({ folder, release, isSubmittedNow }: Delivered): FolderOutcome {
  const obstacle = isReleaseEditable(release)
    ? (findOpenReview(release) ?? findFirstError(release.findings))
    : findRefusal(release)
  if (obstacle !== undefined) return { folder, release, outcome: 'needs_you', obstacle }
  if (isReleaseEditable(release)) return { folder, release, outcome: 'draft' }
  return { folder, release, outcome: isSubmittedNow ? 'submitted' : 'already_submitted' }
}

/** The changes that a reviewer requested, until they are made. */
function findOpenReview(release: Release): Obstacle | undefined {
  const review = findReview(release)
  const [problem] = review === undefined || review.isAnswered ? [] : toProblems(review)
  return (
    problem && {
      code: 'changes_requested',
      message: `A reviewer requested changes. ${problem.where}: ${problem.what}`,
      fix: 'Make the requested changes, then run the same command again.',
      exitCode: exitCodes.validation,
    }
  )
}

/** The statuses of submitted releases that a person must act on. */
const stuck: ReadonlySet<string> = new Set(['rejected', 'delivery_failed', 'taken_down'])

function findRefusal(release: Release): Obstacle | undefined {
  const { status } = release
  const [refusal] = listRefusals(release)
  if (refusal === undefined && !stuck.has(status)) return undefined
  return {
    code: refusal?.code ?? status,
    message: refusal === undefined ? `The release is ${status.replaceAll('_', ' ')}.` : describeRefusal(refusal),
    fix: refusal?.fix || findNextStep(stuck.has(status) ? status : 'delivery_failed'),
    exitCode: exitCodes.validation,
  }
}

/** Of a dry run: an error that stops a submission needs the person, even if a draft is possible. */
export function judgeDryRun(folder: string, dryRun: DryRun): FolderOutcome {
  const obstacle = findFirstError(dryRun.findings)
  if (obstacle !== undefined) return { folder, dryRun, outcome: 'needs_you', obstacle }
  return { folder, dryRun, outcome: 'ready' }
}

/** Of an error. `findings` were reported before it: the errors among them are its reason. */
export function judgeError(folder: string, error: unknown, findings: readonly FileFinding[]): FolderOutcome {
  const { code, message, fix, exitCode, problems } = explainError(error)
  const [problem] = problems
  const finding = exitCode === exitCodes.validation ? findFirstError(findings) : undefined
  const obstacle =
    problem === undefined
      ? (finding ?? { code, message, fix, exitCode })
      : { code, message: `${problem.where}: ${problem.what}`, fix: problem.fix ?? fix, exitCode }
  return { folder, outcome: 'needs_you', obstacle }
}

function findFirstError(findings: readonly FileFinding[]): Obstacle | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return undefined
  const where = first.file ?? formatPointer(first.pointer)
  const more = errors.length === 1 ? '' : ` (1 of ${errors.length} errors)`
  return {
    code: first.code,
    message: `${where === '' ? '' : `${where}: `}${first.message}${more}`,
    fix: first.fix,
    exitCode: exitCodes.validation,
  }
}

/** Limits of the account, the hub and this machine that the next release would meet too. */
const limitsOfAll: ReadonlySet<string> = new Set(['quota_exceeded', 'storage_full', 'enospc', 'edquot'])

/** Whether every other release would fail for the same reason. An error inside the hub may belong to one release. */
export function stopsAll(error: unknown): boolean {
  const { code, exitCode }: Pick<Explanation, 'code' | 'exitCode'> = explainError(error)
  if (exitCode === exitCodes.credentials || limitsOfAll.has(code) || code.startsWith('http_')) return true
  const isLost = error instanceof Error && [error, error.cause].some((one) => one instanceof ConnectionError)
  return isLost || (isAway(error) && code !== 'internal_error')
}
