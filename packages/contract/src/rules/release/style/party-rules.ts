import { partyStores } from '../../../definition/closed-lists.ts'
import type { Contributor } from '../../../releases/contributors.ts'
import { legalNameRoles } from '../../../releases/release-vocabulary.ts'
import { defineRule, type Hit } from '../../define-rule.ts'
import {
  comparable,
  contributorsOf,
  type Placed,
  pointerTo,
  quote,
  type ReleaseForRules,
  type ReleaseRule,
  tracksOf,
  writtenContributors,
} from '../release-view.ts'

/** Who artists and writers are, so that music arrives on the right page and writers are paid. */

const artistRoles: ReadonlySet<string> = new Set(['main_artist', 'featured_artist'])
const wordRoles: ReadonlySet<string> = new Set([
  'lyricist',
  'songwriter',
  'ddex:Lyricist',
  'ddex:ComposerLyricist',
  'ddex:Author',
  'ddex:Adapter',
  'ddex:Translator',
])
const storeNames = { spotify: 'Spotify', apple: 'Apple Music' } as const

/** Only artists that are parties: an account that writes only names does not keep ids. */
function findArtistsWithoutId(view: ReleaseForRules): readonly Hit[] {
  const seen = new Set<string>()
  return writtenContributors(view).flatMap(({ value, pointer }) => {
    const { partyId, role, name, partyIds = {}, newAt = [] } = value
    if (partyId === undefined || !artistRoles.has(role) || seen.has(partyId)) return []
    seen.add(partyId)
    const missing = partyStores.filter((store) => partyIds[store] === undefined && !newAt.includes(store))
    if (missing.length === 0) return []
    const stores = missing.map((store) => storeNames[store]).join(' or ')
    return [{ pointer: `${pointer}/partyIds`, message: `The artist ${quote(name)} has no id at ${stores}.` }]
  })
}

function findWordsWithoutWriter(view: ReleaseForRules): readonly Hit[] {
  return tracksOf(view).flatMap(({ value: track, pointer }) => {
    const hasWords = track.lyrics !== undefined && track.instrumental !== true && track.composition !== 'public_domain'
    if (!hasWords || contributorsOf(view, track).some(({ role }) => wordRoles.has(role))) return []
    const message = `Track ${quote(track.title)} has lyrics, but no lyricist or songwriter.`
    return [{ pointer: `${pointer}/contributors`, message }]
  })
}

const identifiers = {
  isni: 'ISNIs',
  ipi: 'IPI name numbers',
  spotify: 'ids at Spotify',
  apple: 'ids at Apple Music',
} as const

/** The first id of each kind by name; a later one that differs is reported where it is written. */
function findTwoIds(view: ReleaseForRules): readonly Hit[] {
  const known = new Map<string, string>()
  const reported = new Set<string>()
  return writtenContributors(view).flatMap(({ value, pointer }) =>
    (Object.keys(identifiers) as (keyof typeof identifiers)[]).flatMap((kind): Hit[] => {
      const id = value.partyIds?.[kind]
      const key = `${kind} ${comparable(value.name)}`
      const first = known.get(key)
      if (id === undefined || comparable(id) === comparable(first) || reported.has(key)) return []
      if (first === undefined) {
        known.set(key, id)
        return []
      }
      reported.add(key)
      const message = `${quote(value.name)} has two ${identifiers[kind]}: ${quote(first)} and ${quote(id)}.`
      return [{ pointer: `${pointer}/partyIds/${kind}`, message }]
    }),
  )
}

interface Shown {
  readonly displayArtist?: string | undefined
  readonly contributors?: readonly Contributor[] | undefined
}

/** A compilation, or a release with more than three main artists, is shown as Various Artists. */
function findUnnamedArtists(view: ReleaseForRules): readonly Hit[] {
  const { release } = view
  const places: readonly Placed<Shown>[] = [
    ...(release.isCompilation === true ? [] : [{ value: release, pointer: '' }]),
    ...tracksOf(view).map(({ value, pointer }) => ({
      value: { displayArtist: value.displayArtist, contributors: contributorsOf(view, value) },
      pointer,
    })),
  ]
  return places.flatMap(({ value: { displayArtist, contributors = [] }, pointer }) => {
    const main = contributors.filter(({ role }) => role === 'main_artist')
    if (displayArtist === undefined || main.length > 3) return []
    const shown = comparable(displayArtist)
    // A message can have it without saying that the release is a compilation.
    if (shown === comparable('Various Artists')) return []
    const names = ({ name, names: others = [] }: Contributor) => [name, ...others.map((other) => other.name)]
    const unnamed = main.find((artist) => !names(artist).some((name) => shown.includes(comparable(name))))
    if (unnamed === undefined) return []
    const message = `The display artist ${quote(displayArtist)} does not name the main artist ${quote(unnamed.name)}.`
    return [{ pointer: `${pointer}${pointerTo('displayArtist')}`, message }]
  })
}

/** `R.R.`, `J. Smith`: a society cannot find a writer by initials. */
const initials = /(^|\s)\p{Lu}\.(?=\s|\p{Lu}\.|$)/u

function findShortenedWriters(view: ReleaseForRules): readonly Hit[] {
  const seen = new Set<string>()
  return writtenContributors(view).flatMap(({ value: { name, role }, pointer }) => {
    if (!legalNameRoles.includes(role) || !initials.test(name) || seen.has(comparable(name))) return []
    seen.add(comparable(name))
    return [{ pointer: `${pointer}/name`, message: `The writer ${quote(name)} is named by initials.` }]
  })
}

/** Notes and warnings about parties. */
export const partyRules: readonly ReleaseRule[] = [
  defineRule({
    id: 'artist_id_missing',
    severity: 'note',
    appliesTo: 'contributor',
    title: 'Artists that are parties should have their ids at stores',
    fix: 'Add the ids to the party, or mark the stores where the artist is new.',
    source: 'Spotify and Apple Music artist ids; DDEX ERN 4.3 PartyId/ProprietaryId',
    check: findArtistsWithoutId,
  }),
  defineRule({
    id: 'same_name_two_ids',
    severity: 'warning',
    appliesTo: 'contributor',
    title: 'One name should have one identifier of each kind in a release',
    fix: 'Use the identifier of the right person. Two people with the same name need different names.',
    source: 'DDEX ERN 4.3 PartyList',
    check: findTwoIds,
  }),
  defineRule({
    id: 'display_artist_differs',
    severity: 'warning',
    appliesTo: 'release',
    title: 'The display artist should name the main artists',
    fix: 'Remove the display artist so that it is composed from the contributors, or correct the main artists.',
    source: 'DDEX ERN 4.3 DisplayArtistName and DisplayArtist',
    check: findUnnamedArtists,
  }),
  defineRule({
    id: 'lyricist_missing',
    severity: 'warning',
    appliesTo: 'track',
    title: 'Tracks with lyrics should have a lyricist or songwriter',
    fix: 'Add a lyricist or songwriter.',
    source: 'DDEX ERN 4.3 SoundRecording/Contributor',
    check: findWordsWithoutWriter,
  }),
  defineRule({
    id: 'writer_not_legal_name',
    severity: 'note',
    appliesTo: 'contributor',
    title: 'Writers should have their full legal names',
    fix: 'Write first names in full. A writer that is a party gets the legal name of the party.',
    source: 'CISAC IPI name; DDEX ERN 4.3 PartyName/FullName',
    check: findShortenedWriters,
  }),
]
