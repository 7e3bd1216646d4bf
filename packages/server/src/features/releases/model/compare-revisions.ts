import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import type { ReleaseMembers, TrackDocument } from './release-document.ts'

/** The differences between two frozen revisions. Pure. */

export interface RevisionContent {
  readonly document: ReleaseMembers
  readonly tracks: readonly (TrackDocument & { readonly id?: string | undefined })[]
}

export interface MemberChange {
  /**
   * As in SPINDLE_REVIEW_FREE_MEMBERS: `title`, `tracks.title`, or `tracks` for one that was added, removed or moved.
   */
  readonly member: string
  /** JSON Pointer into the newer revision; into the older one for a removed track. */
  readonly pointer: string
  readonly before: unknown
  readonly after: unknown
}

const isSame = (before: unknown, after: unknown): boolean =>
  canonicalJson(before ?? null) === canonicalJson(after ?? null)

function compareMembers(before: object, after: object, at: (name: string) => Pick<MemberChange, 'member' | 'pointer'>) {
  const [old, young] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((name) => !isSame(old.get(name), young.get(name)))
    .map((name): MemberChange => ({ ...at(name), before: old.get(name) ?? null, after: young.get(name) ?? null }))
}

// The place follows from the order and the length from the audio, which are compared separately.
const ownMembers = ({
  id: _id,
  number: _number,
  durationMs: _durationMs,
  ...members
}: RevisionContent['tracks'][number]) => members

function compareTracks(before: RevisionContent['tracks'], after: RevisionContent['tracks']): MemberChange[] {
  const old = new Map(before.map((track) => [track.id, track]))
  const kept = before.filter(({ id }) => after.some((track) => track.id === id)).map(({ id }) => id)
  const stayed = after.filter(({ id }) => old.has(id))
  const gone = before.flatMap((track, index): MemberChange[] =>
    kept.includes(track.id)
      ? []
      : [{ member: 'tracks', pointer: `/tracks/${index}`, before: ownMembers(track), after: null }],
  )
  const changed = after.flatMap((track, index): MemberChange[] => {
    const pointer = `/tracks/${index}`
    const same = old.get(track.id)
    if (!same) return [{ member: 'tracks', pointer, before: null, after: ownMembers(track) }]
    return compareMembers(ownMembers(same), ownMembers(track), (name) => ({
      member: `tracks.${name}`,
      pointer: `${pointer}/${name}`,
    }))
  })
  const order = stayed.map(({ id }) => id)
  const moved: MemberChange[] = isSame(kept, order)
    ? []
    : [{ member: 'tracks', pointer: '/tracks', before: kept, after: order }]
  return [...changed, ...gone, ...moved]
}

export const compareRevisions = (before: RevisionContent, after: RevisionContent): MemberChange[] => [
  ...compareMembers(before.document, after.document, (name) => ({ member: name, pointer: `/${name}` })),
  ...compareTracks(before.tracks, after.tracks),
]
