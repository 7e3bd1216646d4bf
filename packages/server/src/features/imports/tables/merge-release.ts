import { type Contributor, composeDisplayArtist, parseGtin, type ReleaseDocument, suggestType } from '@spindle/contract'
import { isrcOf } from './group-rows.ts'
import type { People, PlannedRelease, PlannedTrack } from './plan-release.ts'

/**
 * The release that results from a table. A table adds and changes: what it has no column or no value for stays as it is,
 * and tracks that it does not name stay in the release.
 */

type Track = ReleaseDocument['tracks'][number]

export interface MergedRelease {
  readonly document: ReleaseDocument
  /** For each of its tracks the row that describes it. */
  readonly plans: readonly (PlannedTrack | undefined)[]
}

export function mergeRelease(planned: PlannedRelease, known: ReleaseDocument | undefined): MergedRelease {
  const { tracks: knownTracks = [], ...members } = known ?? {}
  const artists: People = new Map(planned.artists.length === 0 ? [] : [['main_artist', planned.artists]])
  const contributors = mergePeople(known?.contributors, artists)
  const merged = {
    ...members,
    ...withoutSame(planned, known),
    ...(contributors.length === 0 ? {} : { contributors }),
  }
  const found = matchPlanned(planned.tracks, knownTracks)
  const main = contributors.filter(({ role }) => role === 'main_artist')
  const placed = placeAll(planned.tracks, knownTracks, found)
  const tracks = placed.map(({ plan, track }) => (plan ? mergeTrack(plan, track, main) : (track as Track)))
  const type = merged.type ?? suggestType(tracks.map(() => undefined)).type
  return {
    document: { ...merged, title: merged.title ?? '', type, tracks } as ReleaseDocument,
    plans: placed.map(({ plan }) => plan),
  }
}

/** A code in another spelling and an exported default (the composed artist, the whole world) are no changes. */
function withoutSame({ members }: PlannedRelease, known: ReleaseDocument | undefined): PlannedRelease['members'] {
  const { upc, displayArtist, territories, ...rest } = members
  const isSameUpc = upc !== undefined && known?.upc !== undefined && parseGtin(upc) === parseGtin(known.upc)
  const isComposed =
    known !== undefined && known.displayArtist === undefined && displayArtist === composeDisplayArtist(known)
  const isDefault = known !== undefined && known.territories === undefined && territories?.mode === 'worldwide'
  return {
    ...rest,
    ...(upc === undefined || isSameUpc ? {} : { upc }),
    ...(displayArtist === undefined || isComposed ? {} : { displayArtist }),
    ...(territories === undefined || isDefault ? {} : { territories }),
  }
}

/** The people of a role that the table has are exactly those; who was there keeps identifiers and other details. */
function mergePeople(known: readonly Contributor[] = [], people: People): Contributor[] {
  const kept = known.filter(({ role }) => !people.has(role))
  const named = [...people].flatMap(([role, names]) =>
    names.map((name) => known.find((one) => one.role === role && one.name === name) ?? { name, role }),
  )
  const isSame = named.length + kept.length === known.length && named.every((one) => known.includes(one))
  return isSame ? [...known] : [...named, ...kept]
}

/** A track with people of its own has none of the release: it gets the main artists, which rules require. */
function mergeTrack({ members, people }: PlannedTrack, known: Track | undefined, main: readonly Contributor[]): Track {
  const own = people.size === 0 ? known?.contributors : mergePeople(known?.contributors, people)
  const hasMain = own?.some(({ role }) => role === 'main_artist' || role === 'ddex:MainArtist') ?? true
  const contributors = own === undefined || hasMain ? own : [...main, ...own]
  const isSameIsrc = known?.isrc !== undefined && isrcOf(known.isrc) === members.isrc
  const { isrc, disc, ...rest } = members
  const isSameDisc = disc === undefined || (known !== undefined && disc === (known.disc ?? 1))
  return {
    ...known,
    ...rest,
    title: members.title ?? known?.title ?? '',
    ...(isSameDisc ? {} : { disc }),
    ...(isrc === undefined || isSameIsrc ? {} : { isrc }),
    ...(contributors === undefined ? {} : { contributors: [...contributors] }),
  } as Track
}

/** By id, then ISRC, then place, then title; each track of the release once. */
function matchPlanned(planned: readonly PlannedTrack[], known: readonly Track[]): ReadonlyMap<PlannedTrack, Track> {
  const places = placesOf(known)
  const found = new Map<PlannedTrack, Track>()
  const free = new Set(known)
  const take = (isSame: (plan: PlannedTrack, track: Track) => boolean): void => {
    for (const plan of planned) {
      if (found.has(plan)) continue
      const track = [...free].find((one) => isSame(plan, one))
      if (track === undefined) continue
      found.set(plan, track)
      free.delete(track)
    }
  }
  const agrees = ({ members: { isrc } }: PlannedTrack, track: Track): boolean =>
    isrc === undefined || track.isrc === undefined || isrcOf(track.isrc) === isrc
  take(({ trackId }, { id }) => trackId !== undefined && trackId === id)
  take(({ members: { isrc } }, track) => isrc !== undefined && track.isrc !== undefined && isrcOf(track.isrc) === isrc)
  take((plan, track) => agrees(plan, track) && plan.track !== undefined && places.get(track) === placeOf(plan))
  take((plan, track) => agrees(plan, track) && plan.members.title === track.title)
  return found
}

const placeOf = ({ track, members }: PlannedTrack): string => `${members.disc ?? 1}-${track}`

/** The disc and number of each track, as the hub counts them. */
function placesOf(tracks: readonly Track[]): ReadonlyMap<Track, string> {
  const counts = new Map<number, number>()
  return new Map(
    tracks.map((track) => {
      const { disc = 1 } = track
      const number = (counts.get(disc) ?? 0) + 1
      counts.set(disc, number)
      return [track, `${disc}-${number}`] as const
    }),
  )
}

interface Placed {
  readonly plan: PlannedTrack | undefined
  readonly track: Track | undefined
}

/** In the order of the table if it names all tracks; otherwise new ones come after those of the release. */
function placeAll(
  planned: readonly PlannedTrack[],
  known: readonly Track[],
  found: ReadonlyMap<PlannedTrack, Track>,
): Placed[] {
  if (found.size === known.length) return planned.map((plan) => ({ plan, track: found.get(plan) }))
  const planOf = new Map([...found].map(([plan, track]) => [track, plan] as const))
  return [
    ...known.map((track) => ({ plan: planOf.get(track), track })),
    ...planned.filter((plan) => !found.has(plan)).map((plan) => ({ plan, track: undefined })),
  ]
}
