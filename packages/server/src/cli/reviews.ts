import type { Reviewer, Reviews, WaitingReview } from '../features/releases/index.ts'
import { type Command, exitCodes, show, UsageError } from './command.ts'
import { formatReview } from './format-review.ts'
import { asOperator } from './operator.ts'
import { operatorName, parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

/** Review by hand, for hubs with SPINDLE_REVIEW=manual. */

export const listReviews: Command = {
  name: 'reviews list',
  usage: 'reviews list',
  summary: 'List the releases that wait for a review, the longest waiting first',
  hasJson: true,
  async run(input) {
    const waiting = await asOperator(input, ({ releases }) => listAll(releases.reviews))
    const lines = waiting.map(({ releaseId, accountName, title, displayArtist, revision, warnings, submittedAt }) =>
      plainText(
        `${releaseId}  ${submittedAt.toISOString()}  ${accountName}: ${displayArtist ?? '?'} - ${title} (revision ${revision}, ${warnings} warnings)`,
      ),
    )
    show(input, waiting, lines)
    if (waiting.length === 0) input.err('No release waits for a review.')
    return exitCodes.ok
  },
}

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

export const showReview: Command = {
  name: 'reviews show',
  usage: 'reviews show <release id>',
  summary: 'Show a release and what changed since it was approved last',
  hasJson: true,
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const id = requireOption(positionals[0], '<release id>')
    const review = await asOperator(input, ({ releases }) => releases.reviews.showReview(id))
    show(input, review, formatReview(review).map(plainText))
    return exitCodes.ok
  },
}

/** Whoever has the machine says a name, and is no person of the hub. */
export const named = (name: string): Reviewer => ({ id: null, name })

const reviewer = { by: operatorName, revision: { type: 'string' } } as const

const parseRevision = (revision: string | undefined): number | undefined => {
  if (revision !== undefined && !/^\d{1,7}$/.test(revision)) throw new UsageError('--revision takes a number')
  return revision === undefined ? undefined : Number(revision)
}

export const approveRelease: Command = {
  name: 'reviews approve',
  usage: 'reviews approve <release id> --revision <number> [--by <name>]',
  summary: 'Approve the revision you have looked at: deliveries begin',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, reviewer)
    const id = requireOption(positionals[0], '<release id>')
    // What is approved is what was seen: the account may have submitted another revision since.
    const revision = parseRevision(requireOption(values.revision, '--revision'))
    await asOperator(input, ({ releases }) => releases.reviews.approveRelease(id, named(values.by), revision))
    input.err(`Revision ${revision} is approved; its deliveries begin.`)
    return exitCodes.ok
  },
}

export const rejectRelease: Command = {
  name: 'reviews reject',
  usage: 'reviews reject <release id> --code <code> --reason <text> [--revision <number>] [--by <name>]',
  summary: 'Reject a release for good; its account may clone it and try again',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, {
      ...reviewer,
      code: { type: 'string' },
      reason: { type: 'string' },
    })
    const id = requireOption(positionals[0], '<release id>')
    const reason = { code: requireOption(values.code, '--code'), text: requireOption(values.reason, '--reason') }
    const revision = parseRevision(values.revision)
    await asOperator(input, ({ releases }) => releases.reviews.rejectRelease(id, named(values.by), reason, revision))
    return exitCodes.ok
  },
}

export const requestChanges: Command = {
  name: 'reviews request-changes',
  usage:
    'reviews request-changes <release id> --issue "<pointer>: <note>" [--issue ...] [--revision <number>] [--by <name>]',
  summary: 'Send a release back to its account with what must change',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, { ...reviewer, issue: { type: 'string', multiple: true } })
    const id = requireOption(positionals[0], '<release id>')
    const issues = (values.issue ?? []).map(parseIssue)
    if (issues.length === 0) throw new UsageError('--issue is missing')
    const revision = parseRevision(values.revision)
    await asOperator(input, ({ releases }) => releases.reviews.requestChanges(id, named(values.by), issues, revision))
    return exitCodes.ok
  },
}

function parseIssue(text: string): { code: string; pointer: string; note: string } {
  const [, pointer, note] = /^(\/\S*|): (.+)$/s.exec(text) ?? []
  if (pointer === undefined || note === undefined)
    throw new UsageError(
      '--issue takes a JSON Pointer and a note, for example "/tracks/0/title: Spell it as on the cover"',
    )
  return { code: 'review', pointer, note }
}
