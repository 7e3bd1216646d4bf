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
    const question = `Merge ${duplicate} into "${planned.party.name}" (${partyId})? This cannot be undone.`
    return sanitizeText([...formatMerge(planned), question].join(' '))
  }, yes)
  const merged = await parties.merge(partyId, { duplicate: id }, { signal })
  out.result(merged, () => [
    `${duplicate} was merged into "${merged.party.name}" (${partyId}).`,
    ...formatMerge(merged),
  ])
  return undefined
}

const formatMerge = ({ takenOver, conflicts, releases }: PartyMerge): string[] => [
  ...conflicts.map(
    ({ member, party, duplicate }) => `${member} differs: the party has "${party}", the duplicate "${duplicate}".`,
  ),
  `The party takes from the duplicate: ${takenOver.join(', ') || 'nothing'}.`,
  `Releases that name the duplicate: ${formatCount(releases.drafts, 'draft')}, ${releases.unsubmittedChanges} with unsubmitted changes, ${releases.submitted} submitted.`,
]
