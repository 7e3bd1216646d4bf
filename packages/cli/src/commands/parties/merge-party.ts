import type { PartyMerge, PartyMergeRequest } from '@spindle/client'
import { exitCodes } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatCount } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import type { merge } from './party-commands.ts'

/** Merges two parties: the question before shows what the hub would do. */

export const mergeParty: CommandHandler<typeof merge> = async (context, { partyId, duplicate, dryRun, yes }) => {
  const { out, signal } = context
  const { parties } = await context.client()
  const id = duplicate as PartyMergeRequest['duplicate']
  const preview = () => parties.merge(partyId, { duplicate: id, dryRun: true }, { signal })
  if (dryRun) {
    const planned = await preview()
    out.result(planned, () => formatMerge(planned))
    return planned.conflicts.length > 0 ? exitCodes.validation : undefined
  }
  await context.confirm(async () => {
    const planned = await preview()
    const question = `Merge ${duplicate} into "${planned.party.name}" (${partyId}) for good?`
    return sanitizeText([question, ...formatMerge(planned)].join('; '))
  }, yes)
  const merged = await parties.merge(partyId, { duplicate: id }, { signal })
  out.result(merged, () => [
    `${duplicate} was merged into "${merged.party.name}" (${partyId}).`,
    ...formatMerge(merged),
  ])
  return undefined
}

const formatMerge = ({ takenOver, conflicts, releases }: PartyMerge): string[] => [
  ...conflicts.map(({ member, party, duplicate }) => `${member} differs: "${party}", of the duplicate "${duplicate}"`),
  `takes over: ${takenOver.join(', ') || 'nothing'}`,
  `names the duplicate: ${formatCount(releases.drafts, 'draft')}, ${formatCount(releases.unsubmittedChanges, 'unsubmitted change')}, ${releases.submitted} submitted`,
]
