import { setImmediate } from 'node:timers/promises'
import { parseIsrc, type ReleaseDocument, type ReleaseInput, referenceData, type TrackInput } from '@spindle/contract'
import { composeDisplayArtist } from '../../releases/index.ts'
import type { ReadMessage, ReadNote, ReadRelease, ReadTrack } from '../reader/reading.ts'
import { limitsFinder, maxDeals, toOffered } from './to-deals.ts'

/**
 * A message as the release it is about. What a message repeats for every track is said once by a release; what a message
 * cannot say stays as the release has it. Nothing but these decides.
 */

type Track = Omit<TrackInput, 'uploadId'>
type Members = Omit<ReleaseInput, 'tracks' | 'submit'>
type Known = ReleaseDocument['tracks'][number]

export interface WrittenRelease {
  readonly members: Members
  readonly tracks: readonly Track[]
  readonly notes: readonly Pick<ReadNote, 'code' | 'message'>[]
}

/** What messages do not say: a change by one leaves it alone. */
const keptMembers = ['metadata', 'outlets', 'externalId'] as const
const keptTrackMembers = ['lyrics', 'moods', 'containsSamples', 'licence'] as const

const pick = <T extends object>(from: T | undefined, names: readonly (keyof T)[]): Partial<T> =>
  from === undefined
    ? {}
    : (Object.fromEntries(
        names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
      ) as Partial<T>)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Codes by their English names. What is no name of ours stays as it is: a finding asks for a code. */
const codes = new Map(referenceData.genres.map(({ code, name }) => [name.toLowerCase(), code]))
const genreCode = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (codes.get(name.toLowerCase()) ?? name)

function withGenres<T extends { genre?: string; subgenre?: string }>(members: T): T {
  const genre = genreCode(members.genre)
  const subgenre = genreCode(members.subgenre)
  return { ...members, ...(genre === undefined ? {} : { genre }), ...(subgenre === undefined ? {} : { subgenre }) }
}

/** Those who are shown, without whom the two lists of people cannot be compared. */
const artistsIn = (people: Members['contributors'] = []) =>
  people.filter(({ role }) => role === 'main_artist' || role === 'featured_artist')

/** What all tracks say alike, the release says for them. */
function lift(members: Members, tracks: readonly Track[]): { members: Members; tracks: Track[] } {
  const [first] = tracks
  const isShared = (name: keyof Track): boolean => tracks.every((track) => same(track[name], first?.[name]))
  const lifted: Members = { ...members }
  const { contributors, rightsController, aiUsage } = first ?? {}
  if (contributors && isShared('contributors') && same(artistsIn(contributors), artistsIn(members.contributors)))
    lifted.contributors = contributors
  if (rightsController && isShared('rightsController')) lifted.rightsController = rightsController
  if (aiUsage && isShared('aiUsage')) lifted.aiUsage = { ...aiUsage, ...members.aiUsage }
  return { members: lifted, tracks: tracks.map((track) => withoutInherited(track, lifted)) }
}

function withoutInherited(track: Track, release: Members): Track {
  const { artwork: _artwork, ...aiUsage } = release.aiUsage ?? {}
  const { originalReleaseDate, releaseDate } = release
  const inherited: Partial<Record<keyof Track, unknown>> = {
    ...pick(release, ['contributors', 'rightsController', 'explicit', 'language', 'pLine', 'genre']),
    aiUsage,
    firstPublicationDate: originalReleaseDate ?? releaseDate,
  }
  const own = Object.entries(track).filter(([name, value]) => !same(value, inherited[name as keyof Track]))
  return withoutComposedArtist(Object.fromEntries(own) as Track, release)
}

/** As it is shown anyway is not said once more. */
function withoutComposedArtist(track: Track, release: Members): Track {
  const { displayArtist, ...rest } = track
  const ofRelease = composeDisplayArtist(release)
  const own =
    track.contributors && composeDisplayArtist({ title: '', type: 'single', contributors: track.contributors })
  return displayArtist === undefined || displayArtist === (own ?? ofRelease) ? rest : track
}

function withoutRepeated({ displayArtist, originalReleaseDate, ...members }: Members): Members {
  const isSame = originalReleaseDate === undefined || originalReleaseDate === members.releaseDate
  const named = displayArtist === undefined || displayArtist === composeDisplayArtist(members) ? {} : { displayArtist }
  return { ...members, ...named, ...(isSame ? {} : { originalReleaseDate }) }
}

/** The sender's own key, by which the next message about the release finds it. */
export function externalIdOf({ identity, sender }: Pick<ReadMessage, 'identity' | 'sender'>): string | undefined {
  const [first] = identity.proprietaryIds
  const passedOn = identity.proprietaryIds.find(({ namespace }) => namespace.endsWith('/externalId'))
  if (passedOn) return passedOn.value
  return first && `${first.namespace || sender.id || ''}:${first.value}`.slice(0, 255)
}

/** `knownTracks` are those of the release, in the place of each track of the message; undefined for a new one. */
export async function toDocument(
  message: Pick<ReadMessage, 'identity' | 'sender'> & { readonly release: ReadRelease },
  known: ReleaseDocument | undefined,
  knownTracks: readonly (Known | undefined)[],
): Promise<WrittenRelease> {
  const { release } = message
  const { members: said, deals, offers } = release
  const { offered, isExact, isShortened } = toOffered(said.releaseDate, deals[offers] ?? [], known)
  const findLimits = limitsFinder(offered, deals)
  const given: Members = { ...withGenres(said), ...offered }
  const externalId = known ? known.externalId : externalIdOf(message)
  const { members, tracks } = lift(
    withoutRepeated(given),
    release.tracks.map((track) => withGenres(withIsrc(track.members))),
  )
  const notes: Pick<ReadNote, 'code' | 'message'>[] = []
  if (isShortened) notes.push({ code: 'shortened', message: tooMany })
  else if (!isExact) notes.push({ code: 'assumed', message: rounded })
  const written: Track[] = []
  for (const [index, track] of tracks.entries()) {
    const before = knownTracks[index]
    const { isHidden = false, offers: own = null } = release.tracks[index] ?? {}
    const limits = limitsOf(before)
    const found = own === null ? limits : findLimits(own, before && limits)
    if (!found) notes.push({ code: 'assumed', message: apart(index) })
    const kept = { ...compositionOf(track, before), ...pick(before, keptTrackMembers) }
    written.push({ ...track, ...kept, ...withHidden(found ?? byItselfNever, isHidden) })
    // Terms were made to be many: others get their turn between two tracks.
    await setImmediate()
  }
  const kept = { ...pick(known, keptMembers), ...(externalId === undefined ? {} : { externalId }) }
  return { members: { ...members, ...kept }, tracks: written, notes }
}

type Limits = Pick<Track, 'territories' | 'restrictions' | 'availability'>

/** Whether it is shown is no matter of terms. */
function limitsOf(track: Known | undefined): Limits {
  const { availability, ...limits } = pick(track, ['territories', 'restrictions', 'availability'])
  const { hidden: _hidden, ...rest } = availability ?? {}
  return Object.keys(rest).length === 0 ? limits : { ...limits, availability: rest }
}

const withHidden = (limits: Limits, isHidden: boolean): Limits =>
  isHidden ? { ...limits, availability: { ...limits.availability, hidden: true } } : limits

const byItselfNever = { availability: { stream: false, download: false } }
const rounded = 'A deal begins or ends in the middle of a day. Deals of a release are of whole days.'
const tooMany = `A release has at most ${maxDeals} deals: the first ${maxDeals} of the message are taken over.`
const apart = (index: number): string =>
  `Track ${index + 1} is offered by itself on terms of its own, which the hub has no words for. It is offered with the release only.`

/** ERN says whether it is a cover and no more: what the release knows better stays. */
function compositionOf({ composition }: Track, before: Known | undefined): Pick<Track, 'composition'> {
  const isFiner = before?.composition === 'adaptation' || before?.composition === 'public_domain'
  if (composition === 'original' && isFiner) return pick(before, ['composition'])
  return composition === undefined ? {} : { composition }
}

const withIsrc = (track: ReadTrack['members']): ReadTrack['members'] =>
  track.isrc === undefined ? track : { ...track, isrc: parseIsrc(track.isrc) ?? track.isrc }
