import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import { formatTable } from '../../../output/format-table.ts'
import { formatCount } from '../../../output/format-units.ts'
import { sanitizeText } from '../../../output/terminal-output.ts'
import { listing, showing } from '../../operation-handlers.ts'
import { formatHeadline } from '../format-release.ts'
import { confirmAction } from '../release-actions.ts'
import type { compare, one, pages, restore } from './revision-commands.ts'

/** The commands of revisions. */

export const listRevisions: CommandHandler<typeof pages> = listing(
  ({ releases }, { releaseId, ...page }, options) => releases.listRevisions(releaseId, page, options),
  {
    empty: 'The release was not submitted yet.',
    columns: [
      ['revision', ({ revision }) => revision],
      ['title', ({ title }) => title, 'text'],
      ['tracks', ({ trackCount }) => trackCount],
      ['submitted', ({ submittedAt }) => submittedAt],
      ['by', ({ submittedBy }) => submittedBy?.name ?? submittedBy?.type, 'extra'],
      ['approved', ({ approvedAt }) => approvedAt],
      ['delivered', ({ deliveredAt }) => deliveredAt],
    ],
  },
)

export const showRevision: CommandHandler<typeof one> = showing(
  ({ releases }, { releaseId, revision }, options) => releases.getRevision(releaseId, revision, options),
  ({ revision, content }, { columns }) => [
    `Revision ${revision}: ${sanitizeText(content.title)}`,
    ...formatTable(
      [
        ['', ({ number }) => `  ${number}`],
        ['', ({ title }) => title, 'text'],
        ['', ({ isrc }) => isrc ?? 'no ISRC yet'],
      ],
      content.tracks,
      { header: false, columns },
    ),
  ],
)

export const compareRevisions: CommandHandler<typeof compare> = async (
  { client, out, signal },
  { releaseId, revision, from },
) => {
  const { releases } = await client()
  const query = from === undefined ? {} : { from: readNumber(from) }
  const comparison = await releases.compareRevisions(releaseId, revision, query, { signal })
  out.result(comparison, () => [
    comparison.from === null
      ? `Revision ${revision} is the first one.`
      : `Revision ${revision} has ${formatCount(comparison.changes.length, 'change')} since revision ${comparison.from}.`,
    ...comparison.changes.flatMap(({ pointer, before, after }) => [
      `  ${pointer}`,
      `    - ${shown(before)}`,
      `    + ${shown(after)}`,
    ]),
  ])
  return undefined
}

function readNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`--from is "${text}"`, 'Use the number of a revision, such as 1.')
  return Number(text)
}

const shown = (value: unknown): string => sanitizeText(value === null ? 'nothing' : JSON.stringify(value))

/** The hub restores what it may and names the rest; nothing is submitted. */
export const restoreRevision: CommandHandler<typeof restore> = async (context, { releaseId, revision, yes }) => {
  const what = `Replace the current content by revision ${revision}`
  const { releases, options } = await confirmAction(context, { releaseId, yes, what })
  const restored = await releases.restoreRevision(releaseId, revision, options)
  context.out.result(restored, () => [
    `${formatHeadline(restored.release)} has the content of revision ${revision}.`,
    ...restored.kept.map(({ pointer, message }) => `  Not restored: ${pointer}  ${sanitizeText(message)}`),
  ])
  context.out.next(`Next: spindle releases submit ${releaseId}`)
  return undefined
}
