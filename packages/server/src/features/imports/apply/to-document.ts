import { setImmediate } from 'node:timers/promises'
import {
  composeDisplayArtist,
  type ImportIssue,
  parseIsrc,
  type ReleaseDocument,
  referenceData,
} from '@spindle/contract'
import type { TrackOffer } from '../../interchange/index.ts'
import type { ReadMessage, ReadRelease, ReadTrack } from '../reader/reading.ts'
import { findOffer, listUnsaidOfTrack, type Offered, trackOfferFinder } from './to-deals.ts'

/**
 * Converts a message to its release. Values that a message repeats for every track are stored once; what a message
 * cannot express stays as it is in the release. Only these functions decide that.
 */

type Known = ReleaseDocument['tracks'][number]
type Track = Omit<Known, 'id' | 'uploadId'>
type Members = Omit<ReleaseDocument, 'tracks'>

export interface WrittenRelease {
  readonly members: Members
  readonly tracks: readonly Track[]
}

/** Members that messages cannot express: an update by a message does not change them. */
const keptMembers = ['metadata', 'outlets', 'externalId'] as const
const keptTrackMembers = ['lyrics', 'moods'] as const
/** Members that only messages of Spindle hubs contain. */
const seldomSaid = ['containsSamples', 'licence'] as const

/**
 * What defaults may fill in the draft of a message: what the next message about the release leaves as it is. A message is
 * complete, so what it could say and leaves out does not exist.
 */
export const fillableMembers: ReadonlySet<string> = new Set([
  'metadata',
  'outlets',
  'trackDefaults.moods',
  'trackDefaults.containsSamples',
])

const pick = <T extends object>(from: T | undefined, names: readonly (keyof T)[]): Partial<T> =>
  from === undefined
    ? {}
    : (Object.fromEntries(
        names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
      ) as Partial<T>)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Codes by their English names. An unknown name stays unchanged: a finding asks for a code. */
const codes = new Map(referenceData.genres.map(({ code, name }) => [name.toLowerCase(), code]))
const genreCode = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : (codes.get(name.toLowerCase()) ?? name)

function withGenres<T extends { genre?: string; subgenre?: string }>(members: T): T {
  const genre = genreCode(members.genre)
  const subgenre = genreCode(members.subgenre)
  return { ...members, ...(genre === undefined ? {} : { genre }), ...(subgenre === undefined ? {} : { subgenre }) }
}

/** The displayed contributors; the two lists of people can only be compared without the others. */
const artistsIn = (people: Members['contributors'] = []) =>
  people.filter(({ role }) => role === 'main_artist' || role === 'featured_artist')

/** Values that all tracks share are stored on the release. */
function lift(members: Members, tracks: readonly Track[]): Members {
  const [first] = tracks
  const isShared = (name: keyof Track): boolean => tracks.every((track) => same(track[name], first?.[name]))
  const lifted: Members = { ...members }
  const { contributors, rightsController, aiUsage } = first ?? {}
  if (contributors && isShared('contributors') && same(artistsIn(contributors), artistsIn(members.contributors)))
    lifted.contributors = contributors
  if (rightsController && isShared('rightsController')) lifted.rightsController = rightsController
  if (aiUsage && isShared('aiUsage')) lifted.aiUsage = { ...aiUsage, ...members.aiUsage }
  return lifted
}

/** A new track has these itself, because rules require them or a change of the release must not change them. */
const saidByTrack: ReadonlySet<string> = new Set(['language', 'explicit', 'firstPublicationDate'])

/**
 * Removes what the track inherits from its release. An existing track keeps the members it had, so that a message does
 * not change a value that is only expressed in another way.
 */
function withoutInherited(track: Track, release: Members, before: Known | undefined): Track {
  const { artwork: _artwork, ...aiUsage } = release.aiUsage ?? {}
  const inherited: Partial<Record<keyof Track, unknown>> = {
    ...pick(release, ['contributors', 'rightsController', 'explicit', 'pLine', 'genre']),
    language: track.instrumental === true ? 'zxx' : release.language,
    aiUsage,
    firstPublicationDate: release.originalReleaseDate ?? release.releaseDate,
  }
  const isSaid = (name: string): boolean => (before ? name in before : saidByTrack.has(name))
  const own = Object.entries(track).filter(
    ([name, value]) => isSaid(name) || !same(value, inherited[name as keyof Track]),
  )
  return withoutComposedArtist(Object.fromEntries(own) as Track, release)
}

/** A display text that equals the default is not stored. */
function withoutComposedArtist(track: Track, release: Members): Track {
  const { displayArtist, ...rest } = track
  const ofRelease = composeDisplayArtist(release)
  const own = track.contributors && composeDisplayArtist({ contributors: track.contributors })
  return displayArtist === undefined || displayArtist === (own ?? ofRelease) ? rest : track
}

function withoutRepeated(
  { displayArtist, originalReleaseDate, ...members }: Members,
  known: Members | undefined,
): Members {
  const isImplied = originalReleaseDate === members.releaseDate && known && known.originalReleaseDate === undefined
  const named = displayArtist === undefined || displayArtist === composeDisplayArtist(members) ? {} : { displayArtist }
  const dated = originalReleaseDate === undefined || isImplied ? {} : { originalReleaseDate }
  return { ...members, ...named, ...dated }
}

/** The sender's key, by which the next message about the release finds it. */
export function externalIdOf({ identity, sender }: Pick<ReadMessage, 'identity' | 'sender'>): string | undefined {
  const [first] = identity.proprietaryIds
  const passedOn = identity.proprietaryIds.find(({ namespace }) => namespace.endsWith('/externalId'))
  if (passedOn) return passedOn.value
  return first && `${first.namespace || sender.id || ''}:${first.value}`.slice(0, 255)
}

/** `knownTracks` are the release's tracks, at the position of each track of the message; undefined for a new one. */
export async function toDocument(
  message: Pick<ReadMessage, 'identity' | 'sender'> & { readonly release: ReadRelease },
  known: ReleaseDocument | undefined,
  knownTracks: readonly (Known | undefined)[],
): Promise<WrittenRelease> {
  const { release } = message
  const offer = await sayOffer(release, known, knownTracks)
  const given: Members = { ...withGenres(release.members), ...offer.offered }
  const read = release.tracks.map((track) => withGenres(withIsrc(track.members)))
  const members = lift(withoutRepeated(given, known), read)
  const tracks = read.map((track, index): Track => {
    const before = knownTracks[index]
    const kept = { ...compositionOf(track, before), ...pick(before, keptTrackMembers) }
    return { ...pick(before, seldomSaid), ...withoutInherited(track, members, before), ...kept, ...offer.tracks[index] }
  })
  const externalId = known ? known.externalId : externalIdOf(message)
  const kept = { ...pick(known, keptMembers), ...(externalId === undefined ? {} : { externalId }) }
  const issues = [...release.unclear, ...offer.unsaid].slice(0, maxIssues).map(toIssue)
  return { members: { ...members, ...kept, ...(issues.length === 0 ? {} : { importIssues: issues }) }, tracks }
}

/** The release's members. */
export const maxIssues = 100
const toIssue = (message: string): ImportIssue => ({ code: 'offer_not_imported', message: message.slice(0, 500) })

interface SaidOffer {
  readonly offered: Offered
  readonly tracks: readonly TrackOffer[]
  readonly unsaid: readonly string[]
}

/**
 * The offers of release and tracks: the first form that expresses all of them, otherwise the last, with what it lacks.
 */
async function sayOffer(
  { members, deals, offers, tracks }: ReadRelease,
  known: ReleaseDocument | undefined,
  knownTracks: readonly (Known | undefined)[],
): Promise<SaidOffer> {
  const ofRelease = deals[offers] ?? []
  const ofTracks = [...new Set(tracks.map((track) => track.offers))].flatMap((own) => deals[own ?? -1] ?? [])
  const { ways, unsaid } = findOffer({ releaseDate: members.releaseDate, ofRelease, ofTracks }, known)
  let said: SaidOffer = { offered: {}, tracks: [], unsaid }
  for (const offered of ways) {
    const find = trackOfferFinder(offered, deals)
    const found: TrackOffer[] = []
    const lacking: string[] = []
    let isComplete = true
    for (const [index, { isHidden, offers: own }] of tracks.entries()) {
      const before = offerOf(knownTracks[index])
      const offer = own === null ? before : find(own, knownTracks[index] && before)
      if (!offer) {
        isComplete = false
        lacking.push(...listUnsaidOfTrack(index, deals[own ?? -1] ?? [], offered))
      }
      found.push(withHidden(offer ?? byItselfNever, isHidden))
      // Terms can be very numerous: other work runs between two tracks.
      await setImmediate()
    }
    said = { offered, tracks: found, unsaid: [...unsaid, ...lacking] }
    if (isComplete) break
  }
  return said
}

/** Visibility is not part of the terms. */
function offerOf(track: Known | undefined): TrackOffer {
  const { availability, ...offer } = pick(track, ['territories', 'restrictions', 'availability', 'priceTier', 'deals'])
  const { hidden: _hidden, ...rest } = availability ?? {}
  return Object.keys(rest).length === 0 ? offer : { ...offer, availability: rest }
}

const withHidden = (offer: TrackOffer, isHidden: boolean): TrackOffer =>
  isHidden ? { ...offer, availability: { ...offer.availability, hidden: true } } : offer

const byItselfNever: TrackOffer = { deals: [] }

/** ERN only has whether it is a cover: more specific values of the release stay. */
function compositionOf({ composition }: Track, before: Known | undefined): Pick<Track, 'composition'> {
  const isFiner = before?.composition === 'adaptation' || before?.composition === 'public_domain'
  if (composition === 'original' && isFiner) return pick(before, ['composition'])
  return composition === undefined ? {} : { composition }
}

const withIsrc = (track: ReadTrack['members']): ReadTrack['members'] =>
  track.isrc === undefined ? track : { ...track, isrc: parseIsrc(track.isrc) ?? track.isrc }
