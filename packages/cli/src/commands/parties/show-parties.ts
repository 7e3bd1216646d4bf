import type { Party, PartyRelease } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { listing, showing } from '../operation-handlers.ts'
import type { list, one, releases } from './party-commands.ts'

export const listParties: CommandHandler<typeof list> = listing(
  ({ parties }, query, options) => parties.list(query, options),
  {
    empty: ({ query }) =>
      query === undefined
        ? 'There are no parties. Create one with: spindle parties create <name>'
        : 'No party has this name or identifier.',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['name', ({ name }) => name, 'text'],
      ['legal name', ({ legalName }) => legalName, 'extra text'],
      ['isni', ({ isni }) => isni, 'extra'],
      ['ipi', ({ ipi }) => ipi, 'extra'],
      ['releases', ({ releaseCount }) => String(releaseCount)],
    ],
  },
)

export const getParty: CommandHandler<typeof one> = showing(
  ({ parties }, { partyId }, options) => parties.get(partyId, options),
  (party, { columns }) => formatParty(party, columns),
)

export const listPartyReleases: CommandHandler<typeof releases> = listing(
  ({ parties }, { partyId, ...query }, options) => parties.releases(partyId, query, options),
  {
    empty: 'No release names this party.',
    columns: [
      ['id', ({ releaseId }) => releaseId, 'id'],
      ['title', ({ title }) => title, 'text'],
      ['status', ({ status }) => status],
      ['date', ({ releaseDate }) => releaseDate, 'extra'],
      ['roles', (release) => rolesOf(release).join(', '), 'extra text'],
      ['tracks', ({ tracks }) => String(tracks.length)],
    ],
  },
)

/** On the release and on its tracks, each once. */
const rolesOf = ({ roles, tracks }: PartyRelease): string[] => [
  ...new Set([...roles, ...tracks.flatMap((track) => track.roles)]),
]

/** One line for each member that the party has. */
export function formatParty(party: Party, columns: number): readonly string[] {
  const names = party.names.map(({ language, name }) => `${name} (${language})`)
  const facts = Object.entries({
    ...party,
    names: names.join(', '),
    newAt: party.newAt.join(', '),
    defaultRoles: party.defaultRoles.join(', '),
  })
  return formatTable(
    [
      ['', ([name]) => name],
      ['', ([, value]) => String(value), 'text'],
    ],
    facts.filter(([, value]) => value !== null && value !== ''),
    { header: false, columns },
  )
}
