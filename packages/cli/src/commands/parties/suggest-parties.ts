import type { AcceptedSuggestion, PartySuggestion, PartySuggestionAcceptance } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatCount } from '../../output/format-units.ts'
import { listing } from '../operation-handlers.ts'
import type { accept, dismiss, suggestions } from './party-commands.ts'

export const listSuggestions: CommandHandler<typeof suggestions> = listing(
  ({ parties }, { dismissed, ...query }, options) =>
    parties.suggestions({ ...query, ...(dismissed && { dismissed }) }, options),
  {
    empty: ({ dismissed }) => (dismissed ? 'No name is dismissed.' : 'No name to suggest.'),
    columns: [
      ['name', ({ name }) => name, 'text'],
      ['tracks', ({ trackCount }) => String(trackCount)],
      ['releases', ({ releaseCount }) => String(releaseCount)],
      ['drafts', ({ draftCount }) => String(draftCount), 'extra'],
      [
        'also written',
        ({ spellings }) =>
          spellings
            .slice(1)
            .map(({ name }) => name)
            .join(', '),
        'extra text',
      ],
      ['party', ({ matches: [match] }) => match?.partyId ?? null],
      ['reason', (suggestion) => reasonOf(suggestion), 'extra text'],
    ],
  },
)

const reasons: Readonly<Record<PartySuggestion['matches'][number]['reason'], string>> = {
  same_name: 'same name',
  same_other_name: 'same other name',
  similar_name: 'similar name',
}

const reasonOf = ({ matches: [match] }: PartySuggestion): string | null =>
  match === undefined ? null : `${reasons[match.reason]}: ${match.matchedName}`

export const acceptSuggestion: CommandHandler<typeof accept> = async (
  { client, out, signal },
  { name, party, dryRun },
) => {
  const partyId = party as PartySuggestionAcceptance['partyId']
  const { parties } = await client()
  const body = { name, ...(partyId !== undefined && { partyId }), ...(dryRun && { dryRun }) }
  const accepted = await parties.acceptSuggestion(body, { signal })
  out.result(accepted, () => formatAccepted(accepted))
  return undefined
}

function formatAccepted({ name, party, created, dryRun, releases, trackCount }: AcceptedSuggestion): string[] {
  const named = party === null ? `a new party "${name}"` : `"${party.name}" (${party.id})`
  const said = dryRun ? 'would become' : created ? 'is now the new party' : 'is now'
  const drafts = `${formatCount(releases.drafts, 'draft')} with ${formatCount(trackCount, 'track')}`
  return [
    `"${name}" ${said} ${named}.`,
    dryRun ? `Drafts that would name it: ${drafts}.` : `Drafts that name it within seconds: ${drafts}.`,
    `Submitted releases that keep the name without a party: ${releases.submitted}.`,
  ]
}

export const dismissSuggestion: CommandHandler<typeof dismiss> = async ({ client, out, signal }, { name, undo }) => {
  const decided = await (await client()).parties.dismissSuggestion({ name, dismissed: !undo }, { signal })
  out.result(decided, () => [decided.dismissed ? `Dismissed "${name}".` : `The hub can suggest "${name}" again.`])
  return undefined
}
