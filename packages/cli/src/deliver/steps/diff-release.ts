import { isDeepStrictEqual } from 'node:util'
import type { Release } from '@spindle/client'
import { type ReleasePatch, TrackEdit } from '@spindle/contract'
import type { DeliverRequest } from '../plan/build-request.ts'

/**
 * What changed in the folder since it was sent, and the patch for the hub. Compares three sides: what was sent, what is
 * wanted now, and what the hub holds. Members the folder did not change stay as they are at the hub.
 */

type Members = Readonly<Record<string, unknown>>

/** The changed members in words: `title`, `track 2: isrc`, `track 3: audio`. */
export function describeChanges(sent: DeliverRequest, wanted: DeliverRequest): readonly string[] {
  const pairs = pairTracks(sent.tracks, wanted.tracks)
  const ofRelease = changedMembers(withoutTracks(sent), withoutTracks(wanted)).map(nameOf)
  const ofTracks = pairs.flatMap(({ wanted: track, before }, index) =>
    before === undefined
      ? [`track ${index + 1}: new`]
      : changedMembers(before, track).map((member) => `track ${index + 1}: ${nameOf(member)}`),
  )
  const gone = sent.tracks.length - pairs.filter(({ before }) => before !== undefined).length
  const places = pairs.flatMap(({ at, before }) => (before === undefined ? [] : [at]))
  const isMoved = places.some((at, index) => at < (places[index - 1] ?? 0))
  return [
    ...ofRelease,
    ...ofTracks,
    ...(isMoved ? ['order of the tracks'] : []),
    ...(gone > 0 ? [`${gone} of the tracks removed`] : []),
  ]
}

/**
 * What the folder changes that the hub does not hold yet, as `title: "A" → "B"`. It is compared with the hub, because a
 * change may have been made there by other means.
 */
export function listDifferences(sent: DeliverRequest, wanted: DeliverRequest, current: Release): readonly string[] {
  const held = current as unknown as Members
  const atHub = pairTracks(current.tracks as unknown as WantedTrack[], sent.tracks)
  const ids = new Set<string>(current.tracks.flatMap(({ uploadId }) => uploadId ?? []))
  const ofTracks = pairTracks(sent.tracks, wanted.tracks).flatMap(({ wanted: track, before, at }, index) => {
    if (before === undefined) return ids.has(track.uploadId) ? [] : [`track ${index + 1}: new, "${track.title}"`]
    const there = (atHub[at]?.before ?? {}) as Members
    return differingMembers({ ...before }, { ...track }, there).map((words) => `track ${index + 1}, ${words}`)
  })
  return [
    ...differingMembers(withoutTracks(sent), withoutTracks(wanted), held),
    ...ofTracks,
    ...listMoves(sent, wanted, current),
  ]
}

function listMoves(sent: DeliverRequest, wanted: DeliverRequest, current: Release): readonly string[] {
  const idsOf = ({ tracks }: Pick<DeliverRequest, 'tracks'>): readonly string[] =>
    tracks.map(({ uploadId }) => uploadId)
  const [before, after, held] = [idsOf(sent), idsOf(wanted), idsOf(current as unknown as DeliverRequest)]
  const gone = before.length > after.length ? before.filter((id) => !after.includes(id) && held.includes(id)) : []
  const kept = (ids: readonly string[]): string => ids.filter((id) => before.includes(id) && after.includes(id)).join()
  const isMoved = kept(before) !== kept(after) && kept(held) !== kept(after)
  return [
    ...(isMoved ? ['order of the tracks'] : []),
    ...(gone.length > 0 ? [`${gone.length} of the tracks removed`] : []),
  ]
}

const differingMembers = (before: Members, after: Members, held: Members): readonly string[] =>
  changedMembers(before, after)
    .filter((member) => !holds(held[member], after[member]))
    .map((member) =>
      names[member] === undefined
        ? `${member}: ${formatMember(held[member])} → ${formatMember(after[member])}`
        : `${nameOf(member)}: different file`,
    )

const longestMember = 60

function formatMember(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  const text = JSON.stringify(value)
  return text.length <= longestMember ? text : `${text.slice(0, longestMember)}…`
}

/**
 * Conflicts: the folder changed a member that was also changed at the hub. The folder wins, and the person is informed.
 */
export function describeOverruled(sent: DeliverRequest, wanted: DeliverRequest, current: Release): readonly string[] {
  const own = overruledMembers(withoutTracks(sent), withoutTracks(wanted), current as unknown as Members)
  const held = pairTracks(current.tracks as unknown as WantedTrack[], sent.tracks)
  const ofTracks = pairTracks(sent.tracks, wanted.tracks).flatMap(({ wanted: track, before, at }, index) => {
    const there = held[at]?.before
    if (before === undefined || there === undefined) return []
    return overruledMembers({ ...before }, { ...track }, { ...there }).map((words) => `track ${index + 1}: ${words}`)
  })
  return [...own, ...ofTracks]
}

function overruledMembers(before: Members, after: Members, held: Members): readonly string[] {
  return changedMembers(before, after)
    .filter((member) => !holds(held[member], before[member]) && !holds(held[member], after[member]))
    .map((member) => {
      const there = held[member]
      return typeof there === 'string' && names[member] === undefined ? `${member} ("${there}")` : nameOf(member)
    })
}

/** Whether the hub has what was sent: it adds its own members, and writes codes without hyphens. */
function holds(held: unknown, sent: unknown): boolean {
  if (typeof held === 'string' && typeof sent === 'string') return lettersOf(held) === lettersOf(sent)
  if (Array.isArray(held) && Array.isArray(sent))
    return held.length === sent.length && sent.every((one, index) => holds(held[index], one))
  if (isObject(held) && isObject(sent)) return Object.entries(sent).every(([name, value]) => holds(held[name], value))
  return isDeepStrictEqual(held ?? undefined, sent)
}

const lettersOf = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

const names: Readonly<Record<string, string>> = { uploadId: 'audio', coverUploadId: 'cover' }
const nameOf = (member: string): string => names[member] ?? member

const withoutTracks = ({ tracks: _tracks, ...members }: DeliverRequest): Members => members

const changedMembers = (before: Members, after: Members): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => !isDeepStrictEqual(before[member], after[member]),
  )

/** Undefined when the folder changed nothing. */
export function buildPatch(sent: DeliverRequest, wanted: DeliverRequest, current: Release): ReleasePatch | undefined {
  if (isDeepStrictEqual(sent, wanted)) return undefined
  const [before, after] = [withoutTracks(sent), withoutTracks(wanted)]
  const held = current as unknown as Members
  const members = changedMembers(before, after).map((member) => [member, mergeTo(held[member], after[member])])
  const tracks = isDeepStrictEqual(sent.tracks, wanted.tracks) ? {} : { tracks: tracksOf(sent, wanted, current) }
  return { ...Object.fromEntries(members), ...tracks } as ReleasePatch
}

/** RFC 7396: members of objects to remove are null. */
function mergeTo(held: unknown, wanted: unknown): unknown {
  if (wanted === undefined) return null
  if (!isObject(held) || !isObject(wanted)) return wanted
  const gone = Object.keys(held).filter((member) => !(member in wanted))
  return { ...Object.fromEntries(gone.map((member) => [member, null])), ...wanted }
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type WantedTrack = DeliverRequest['tracks'][number]
interface Pair {
  readonly wanted: WantedTrack
  readonly before: WantedTrack | undefined
  /** Its position in what was sent. */
  readonly at: number
}

/** Tracks are matched by their audio, else by their position: a corrected master is not a new track. */
function pairTracks(sent: readonly WantedTrack[], wanted: readonly WantedTrack[]): readonly Pair[] {
  const free = new Set(sent.keys())
  const take = (at: number): number => (free.delete(at) ? at : -1)
  const byAudio = wanted.map(({ uploadId }) => take([...free].find((at) => sent[at]?.uploadId === uploadId) ?? -1))
  return wanted.map((track, index) => {
    const found = byAudio[index] ?? -1
    const at = found >= 0 ? found : take(index)
    return { wanted: track, before: sent[at], at }
  })
}

/** The hub's own tracks with what the folder changed in them; `number` follows from the order. */
function tracksOf(sent: DeliverRequest, wanted: DeliverRequest, current: Release): readonly unknown[] {
  const held = pairTracks(current.tracks as unknown as WantedTrack[], sent.tracks)
  return pairTracks(sent.tracks, wanted.tracks).map(({ wanted: track, before, at }) => {
    const own = before && (held[at]?.before as unknown as Members | undefined)
    if (before === undefined || own === undefined) return track
    const kept = Object.entries(own).filter(([member]) => editable.has(member))
    const document = new Map<string, unknown>(kept)
    for (const member of changedMembers(before, track)) {
      const value = (track as unknown as Members)[member]
      if (value === undefined) document.delete(member)
      else document.set(member, value)
    }
    return Object.fromEntries(document)
  })
}

const editable: ReadonlySet<string> = new Set(
  Object.keys(TrackEdit.properties).filter((member) => !['number', 'durationMs'].includes(member)),
)
