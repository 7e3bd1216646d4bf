import { type Command, exitCodes, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

/** Review by hand, for hubs with SPINDLE_REVIEW=manual. */

export const listReviews: Command = {
  name: 'reviews list',
  usage: 'reviews list',
  summary: 'List the releases that wait for a review, the longest waiting first',
  async run(input) {
    const waiting = await asOperator(input, ({ releases }) => releases.reviews.listReviews())
    for (const { releaseId, accountName, title, displayArtist, warnings, submittedAt } of waiting)
      input.out(
        plainText(
          `${releaseId}  ${submittedAt.toISOString()}  ${accountName}: ${displayArtist ?? '?'} - ${title} (${warnings} warnings)`,
        ),
      )
    if (waiting.length === 0) input.err('No release waits for a review.')
    return exitCodes.ok
  },
}

const reviewer = { by: { type: 'string', default: 'operator' } } as const

export const approveRelease: Command = {
  name: 'reviews approve',
  usage: 'reviews approve <release id> [--by <name>]',
  summary: 'Approve a release: its deliveries begin',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, reviewer)
    const id = requireOption(positionals[0], '<release id>')
    await asOperator(input, ({ releases }) => releases.reviews.approveRelease(id, values.by))
    return exitCodes.ok
  },
}

export const rejectRelease: Command = {
  name: 'reviews reject',
  usage: 'reviews reject <release id> --code <code> --reason <text> [--by <name>]',
  summary: 'Reject a release for good; its account may clone it and try again',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, {
      ...reviewer,
      code: { type: 'string' },
      reason: { type: 'string' },
    })
    const id = requireOption(positionals[0], '<release id>')
    const reason = { code: requireOption(values.code, '--code'), text: requireOption(values.reason, '--reason') }
    await asOperator(input, ({ releases }) => releases.reviews.rejectRelease(id, values.by, reason))
    return exitCodes.ok
  },
}

export const requestChanges: Command = {
  name: 'reviews request-changes',
  usage: 'reviews request-changes <release id> --issue "<pointer>: <note>" [--issue ...] [--by <name>]',
  summary: 'Send a release back to its account with what must change',
  async run(input) {
    const { positionals, values } = parseOptions(input.args, { ...reviewer, issue: { type: 'string', multiple: true } })
    const id = requireOption(positionals[0], '<release id>')
    const issues = (values.issue ?? []).map(parseIssue)
    if (issues.length === 0) throw new UsageError('--issue is missing')
    await asOperator(input, ({ releases }) => releases.reviews.requestChanges(id, values.by, issues))
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
