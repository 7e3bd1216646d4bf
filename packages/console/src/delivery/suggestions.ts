import { type PlacedMaster, type ReleaseMembers, suggestRelease, type TrackSuggestion } from '@spindle/client/suggest'
import type { Draft } from './document/draft.ts'
import { isSame, type Members, withMember } from './document/members.ts'
import { withTarget } from './document/with-target.ts'

/** What tags contain beyond titles and order. A person accepts it or not. */
export interface Suggestion {
  /** `release`, or the key of a track. */
  readonly target: string
  readonly member: string
  readonly value: unknown
}

export interface Suggested {
  readonly title: string
  readonly suggestions: readonly Suggestion[]
  /** What a person should check, in words. */
  readonly notes: readonly string[]
}

/** `keys` are those of the tracks, in the same order. */
export function suggest(
  placed: readonly PlacedMaster[],
  keys: readonly string[],
  folderName: string | undefined,
): Suggested {
  const { release, tracks, notes } = suggestRelease(placed, folderName ?? '')
  const { title, ...members } = release
  const ofTracks = tracks.flatMap((track, index) => suggestTrack(track, keys[index] ?? '', release))
  return {
    title: title || placed[0]?.title || '',
    suggestions: [
      ...Object.entries(members).map(([member, value]): Suggestion => ({ target: 'release', member, value })),
      ...ofTracks,
    ],
    notes: notes.map(({ text }) => text),
  }
}

function suggestTrack(
  { members, artists, writers }: TrackSuggestion,
  target: string,
  { contributors = [] }: ReleaseMembers,
): readonly Suggestion[] {
  const { isrc } = members
  // Tags that name only the writers leave the artists to the release.
  const makers = artists.length > 0 ? artists : contributors
  return [
    ...(isrc === undefined ? [] : [{ target, member: 'isrc', value: isrc }]),
    ...(artists.length + writers.length === 0
      ? []
      : [{ target, member: 'contributors', value: [...makers, ...writers] }]),
  ]
}

/** The draft with these values. */
export const withSuggestions = (draft: Draft, suggestions: readonly Suggestion[]): Draft =>
  suggestions.reduce(
    (changed, { target, member, value }) =>
      withTarget(changed, target, (members) => withMember(members, [member], value)),
    draft,
  )

/** Those that would change something. */
export const openSuggestions = (suggestions: readonly Suggestion[], draft: Draft): readonly Suggestion[] =>
  suggestions.filter(({ target, member, value }) => {
    const members = membersOf(draft, target)
    return members !== undefined && !isSame(members[member], value)
  })

export const membersOf = ({ members, tracks }: Draft, target: string): Members | undefined =>
  target === 'release' ? members : tracks.find(({ key }) => key === target)?.members
