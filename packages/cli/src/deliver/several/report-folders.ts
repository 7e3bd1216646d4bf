import { type ExitCode, exitCodes } from '@spindle/command-line'
import { countFindings, formatFindings } from '../../output/format-findings.ts'
import { joinCells } from '../../output/format-table.ts'
import { formatCount } from '../../output/format-units.ts'
import type { ShownFinding } from '../../output/group-findings.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { summarizeRelease } from '../summarize-release.ts'
import type { FolderOutcome, Obstacle, Outcome } from './folder-outcome.ts'
import { groupFolderFindings } from './group-folder-findings.ts'

/** One line for each release as it ends, and one summary of all. */

/** `✔ bulk/night-drive  submitted  rel_…  delivering`; in a pipe a row, with `--json` an object on one line. */
export function reportOutcome(out: Output, outcome: FolderOutcome): void {
  out.oneOfMany(toJson(outcome), () => [
    out.isTerminal ? formatLine(outcome, out) : joinCells(toCells(outcome), out.columns),
  ])
}

/** Those of the release, or of a dry run. */
const findingsOf = ({ release, dryRun }: FolderOutcome): readonly ShownFinding[] =>
  release?.findings ?? dryRun?.findings ?? []

function toCells(ofFolder: FolderOutcome): readonly (string | undefined)[] {
  const { folder, outcome, release, obstacle } = ofFolder
  const found = obstacle ? formatObstacle(obstacle) : countFindings(findingsOf(ofFolder))
  return [folder, outcome, release?.id, release?.status, found]
}

function formatLine(ofFolder: FolderOutcome, { paint }: Output): string {
  const { folder, outcome, release, obstacle } = ofFolder
  const counts = countFindings(findingsOf(ofFolder))
  const mark = outcome === 'needs_you' ? paint('red', '✖') : paint('green', '✔')
  const words =
    obstacle?.message ?? [release?.id, release?.status.replaceAll('_', ' '), counts].filter(Boolean).join('  ')
  return `${mark} ${joinCells([folder, wordsOf(outcome), words].filter(Boolean), 0)}`
}

const wordsOf = (outcome: Outcome): string => outcome.replaceAll('_', ' ')

function toJson({ folder, outcome, release, dryRun, obstacle }: FolderOutcome) {
  const error = obstacle && { code: obstacle.code, message: obstacle.message, fix: obstacle.fix }
  return { folder, outcome, error: error ?? null, ...(release && summarizeRelease(release)), ...dryRun }
}

function formatObstacle({ message, fix }: Obstacle): string {
  const sentence = /[.?!)]$/.test(message) ? message : `${message}.`
  return [sentence, fix].filter(Boolean).join(' ')
}

/**
 * What was found in the folders; then, where a person looks first, `28 submitted, 2 need you` and a line for each that
 * does.
 */
export function reportSummary(out: Output, outcomes: readonly FolderOutcome[]): void {
  reportFolderFindings(out, outcomes)
  out.say(summarize(outcomes))
  for (const { folder, obstacle } of outcomes)
    if (obstacle !== undefined)
      out.say(`  ${out.paint('red', '✖')} ${sanitizeText(`${folder}: ${formatObstacle(obstacle)}`)}`)
}

/** Warnings and notes stop nothing, so nothing else shows them. An earlier run has shown those of its submission. */
function reportFolderFindings(out: Output, outcomes: readonly FolderOutcome[]): void {
  const found = outcomes
    .filter(({ obstacle, outcome }) => obstacle === undefined && outcome !== 'already_submitted')
    .map((outcome) => ({ folder: outcome.folder, findings: findingsOf(outcome) }))
  const counts = countFindings(found.flatMap(({ findings }) => findings))
  if (counts === undefined) return
  for (const line of formatFindings(groupFolderFindings(found), out)) out.say(line)
  out.say(`Found in all: ${counts}`)
}

/** In this order; those that did not happen are left out. */
const counted: readonly (readonly [Outcome, (count: number) => string])[] = [
  ['submitted', (count) => `${count} submitted`],
  ['already_submitted', (count) => `${count} already submitted`],
  ['draft', (count) => formatCount(count, 'draft')],
  ['ready', (count) => `${count} ready to submit`],
  ['needs_you', (count) => `${count} ${count === 1 ? 'needs' : 'need'} you`],
  ['left', (count) => `${count} not started`],
]

export const summarize = (outcomes: readonly FolderOutcome[]): string =>
  counted
    .map(([wanted, words]) => [outcomes.filter(({ outcome }) => outcome === wanted).length, words] as const)
    .flatMap(([count, words]) => (count === 0 ? [] : [words(count)]))
    .join(', ')

/** That of the releases which need the person; 1 if they differ. */
export function exitCodeOfAll(outcomes: readonly FolderOutcome[]): ExitCode {
  const [first, ...others] = new Set(outcomes.flatMap(({ obstacle }) => obstacle?.exitCode ?? []))
  if (first === undefined) return exitCodes.ok
  return others.length === 0 ? first : exitCodes.failed
}
