import { integer, repeated, required, UsageError } from '@spindle/command-line'
import type { Reviewer, Reviews, WaitingReview } from '../../features/releases/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { operatorName, releaseId, requiredWord } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'
import { approveReleases } from './approve-many.ts'
import { formatReview } from './format-review.ts'

/** Review by hand, for hubs with SPINDLE_REVIEW=manual. */

const listReviews = operatorCommand({
  name: 'reviews list',
  summary: 'List the releases that wait for a review, the longest waiting first',
  hasJson: true,
  input: {},
  async run(input) {
    const waiting = await asOperator(input, ({ releases }) => listAll(releases.reviews))
    const lines = waiting.map(({ releaseId, accountName, title, displayArtist, revision, warnings, submittedAt }) =>
      plainText(
        `${releaseId}  ${submittedAt.toISOString()}  ${accountName}: ${displayArtist ?? '?'} - ${title} (revision ${revision}, ${warnings} warnings)`,
      ),
    )
    show(input, waiting, lines)
    if (waiting.length === 0) input.err('No releases are waiting for review.')
    return undefined
  },
})

async function listAll({ listReviews: list }: Pick<Reviews, 'listReviews'>): Promise<WaitingReview[]> {
  const all: WaitingReview[] = []
  let after: string | null | undefined
  while (after !== null) {
    const { data, next } = await list({ limit: 500, after })
    all.push(...data)
    after = next
  }
  return all
}

const showReview = operatorCommand({
  name: 'reviews show',
  summary: 'Show a release and what changed since it was last approved',
  hasJson: true,
  input: { arguments: { releaseId } },
  async run(input, { releaseId: id }) {
    const review = await asOperator(input, ({ releases }) => releases.reviews.showReview(id))
    show(input, review, formatReview(review).map(plainText))
    return undefined
  },
})

/** The operator at the command line gives a name and is not a user of the hub. */
export const named = (name: string): Reviewer => ({ id: null, name })

const revisionOption = integer('--revision <number>', 'Revision you have looked at', { min: 0, max: 9_999_999 })

const approveRelease = operatorCommand({
  name: 'reviews approve',
  summary: 'Approve the revision you have looked at; its deliveries begin',
  input: {
    arguments: { releaseId },
    // Approves the revision that was shown: the account may have submitted another one since.
    options: { revision: required(revisionOption), by: operatorName },
  },
  async run(input, { releaseId: id, revision, by }) {
    await asOperator(input, ({ releases }) => releases.reviews.approveRelease(id, named(by), revision))
    input.err(`Revision ${revision} is approved. Its deliveries start now.`)
    return undefined
  },
})

const rejectRelease = operatorCommand({
  name: 'reviews reject',
  summary: 'Reject a release for good; its account may clone it and try again',
  input: {
    arguments: { releaseId },
    options: {
      code: requiredWord('--code <code>', 'Short code of the reason, for programs'),
      reason: requiredWord('--reason <text>', 'Why, as the account reads it'),
      revision: revisionOption,
      by: operatorName,
    },
  },
  async run(input, { releaseId: id, code, reason, revision, by }) {
    await asOperator(input, ({ releases }) =>
      releases.reviews.rejectRelease(id, named(by), { code, text: reason }, revision),
    )
    return undefined
  },
})

const requestChanges = operatorCommand({
  name: 'reviews request-changes',
  summary: 'Send a release back to its account with what must change',
  examples: [
    'spindle-hub reviews request-changes rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB --issue "/title: Spell it as on the cover"',
  ],
  input: {
    arguments: { releaseId },
    options: {
      issue: required(
        repeated('--issue <issue>', 'JSON Pointer and what must change, "<pointer>: <note>"; may be repeated'),
      ),
      revision: revisionOption,
      by: operatorName,
    },
  },
  async run(input, { releaseId: id, issue, revision, by }) {
    const issues = issue.map(parseIssue)
    await asOperator(input, ({ releases }) => releases.reviews.requestChanges(id, named(by), issues, revision))
    return undefined
  },
})

function parseIssue(text: string): { code: string; pointer: string; note: string } {
  const [, pointer, note] = /^(\/\S*|): (.+)$/s.exec(text) ?? []
  if (pointer === undefined || note === undefined)
    throw new UsageError(
      '--issue must be a JSON Pointer and a note, for example "/tracks/0/title: Spell it as on the cover"',
    )
  return { code: 'review', pointer, note }
}

export const reviewCommands: readonly OperatorCommand[] = [
  listReviews,
  showReview,
  approveRelease,
  approveReleases,
  requestChanges,
  rejectRelease,
]
