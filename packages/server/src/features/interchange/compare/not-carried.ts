import { type Contributor, composeDisplayArtist, type DealFilter, type ErnVersion, takenBy } from '@spindle/contract'
import type { MemberChange } from '../../releases/index.ts'
import { ownTerms, productTerms, type Terms } from '../ern/deal-terms.ts'
import { type ErnInput, type NotCarried, traitsOf } from '../ern/ern-model.ts'
import { versionTraits } from '../ern/ern-versions.ts'
import { isVariousArtists } from '../ern/parties.ts'
import { displayRoleOf } from '../ern/roles.ts'
import { listNotInErn3 } from '../ern3/not-carried3.ts'

/** Members of a release that a message cannot carry in its version of ERN: they stay in the hub. */

type Track = ErnInput['tracks'][number]

const trackMembers: readonly (readonly [keyof Track, string])[] = [
  ['lyrics', 'ERN has lyrics in a separate file, which the hub does not support yet.'],
  ['moods', 'ERN does not support moods.'],
  ['restrictions', 'Restrictions are not sent separately. They are subtracted from the deals of the track.'],
]

const releaseMembers: readonly (readonly [keyof ErnInput['release'], string])[] = [
  ['metadata', 'Your own data is never sent.'],
  ['outlets', 'The list of outlets is not sent.'],
]

const neverCarried = new Set([
  'importIssues',
  ...releaseMembers.map(([member]): string => member),
  ...trackMembers.flatMap(([member]) => (member === 'restrictions' ? [] : [`tracks.${member}`])),
])

const ofAi = new Set(['aiUsage', 'tracks.aiUsage'])

/** Whether a message of this version changes with this member. */
export const isCarried = ({ member }: Pick<MemberChange, 'member'>, version: ErnVersion): boolean =>
  !neverCarried.has(member) && (versionTraits[version].hasAi || !ofAi.has(member))

type Content = Pick<ErnInput, 'release' | 'tracks' | 'receiver'>

/** The deals, and what of them, that do not concern the receiver. */
function listNotTaken({ release, tracks, receiver: { takes } }: Content): NotCarried[] {
  if (takes === undefined) return []
  const notTaken = (all: readonly Terms[], pointer: string): NotCarried[] => {
    const messages = all.flatMap((terms) => describeNotTaken(terms, takes) ?? [])
    return [...new Set(messages)].map((message) => ({ pointer, message }))
  }
  const everything = { release, receiver: {} }
  return [
    ...notTaken(productTerms({ release }), '/deals'),
    ...tracks.flatMap((track, index) => notTaken(ownTerms(everything, track) ?? [], `/tracks/${index}/deals`)),
  ]
}

function describeNotTaken(terms: Terms, takes: DealFilter): string | undefined {
  const taken = takenBy(terms, takes)
  const what = `${terms.uses.join(', ')} by ${terms.models.join(', ')}`
  if (!taken) return `This store does not accept the deal ${what}.`
  const words = [
    ...terms.models.filter((model) => !taken.models.includes(model)),
    ...terms.uses.filter((use) => !taken.uses.includes(use)),
    ...(JSON.stringify(terms.area) === JSON.stringify(taken.area) ? [] : ['some of its territories']),
  ]
  return words.length === 0 ? undefined : `In the deal ${what}, this store does not accept ${words.join(', ')}.`
}

function listInstrumentsOfArtists({ contributors = [] }: Pick<Track, 'contributors'>, pointer: string): NotCarried[] {
  return contributors.flatMap(({ role, instruments = [] }, index) =>
    displayRoleOf(role) === undefined || instruments.length === 0
      ? []
      : [
          {
            pointer: `${pointer}/contributors/${index}/instruments`,
            message: 'ERN does not support instruments of artists. Also add the person as a performer.',
          },
        ],
  )
}

/** What the version of the receiver has no element for, although newer ones do. */
function listNotInVersion(input: Content): NotCarried[] {
  const { release, tracks, receiver } = input
  const { family, hasAi, hasSpecialArtists } = traitsOf(input)
  const noAi = `ERN ${receiver.ernVersion} has no elements for the use of AI. ERN 4.3.1 and later have them.`
  const noVarious = `ERN ${receiver.ernVersion} has no SpecialDisplayArtist. "Various Artists" is written as the name of a party.`
  const isVarious = isVariousArtists(composeDisplayArtist(release) ?? '')
  const artist = release.displayArtist === undefined ? '/contributors' : '/displayArtist'
  const ofTracks = tracks.flatMap((track, index) => [
    ...(hasAi || track.aiUsage === undefined ? [] : [{ pointer: `/tracks/${index}/aiUsage`, message: noAi }]),
    ...(!hasSpecialArtists && track.contributors?.some(isShownAsVarious)
      ? [{ pointer: `/tracks/${index}/contributors`, message: noVarious }]
      : []),
  ])
  return [
    ...(hasAi || release.aiUsage === undefined ? [] : [{ pointer: '/aiUsage', message: noAi }]),
    ...(hasSpecialArtists || !isVarious ? [] : [{ pointer: artist, message: noVarious }]),
    ...ofTracks,
    ...(family === 3 ? listNotInErn3(input) : []),
  ]
}

const isShownAsVarious = ({ name, role }: Contributor): boolean =>
  isVariousArtists(name) && displayRoleOf(role) !== undefined

export function listNotCarried(input: Content): NotCarried[] {
  const {
    release,
    tracks,
    receiver: { productRoles = [] },
  } = input
  const ofTracks = tracks.flatMap((track, index) => [
    ...listInstrumentsOfArtists(track, `/tracks/${index}`),
    ...trackMembers.flatMap(([member, message]) =>
      track[member] === undefined ? [] : [{ pointer: `/tracks/${index}/${member}`, message }],
    ),
  ])
  const inherited = tracks.every(({ contributors }) => contributors === undefined)
  const ofContributors = (release.contributors ?? []).flatMap(({ role }, index) =>
    displayRoleOf(role) !== undefined || inherited || productRoles.includes(role)
      ? []
      : [
          {
            pointer: `/contributors/${index}`,
            message: 'In ERN, people who are not artists can be credited only on recordings.',
          },
        ],
  )
  const ofRelease = releaseMembers.flatMap(([member, message]) =>
    release[member] === undefined || release[member] === null ? [] : [{ pointer: `/${member}`, message }],
  )
  return [
    ...ofRelease,
    ...listNotInVersion(input),
    ...listNotTaken(input),
    ...ofContributors,
    ...listInstrumentsOfArtists(release, ''),
    ...ofTracks,
  ]
}
