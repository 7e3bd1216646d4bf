import type { Draft } from './draft.ts'
import type { Members } from './members.ts'

/** `target` is `release` or the key of a track. */
export function withTarget(draft: Draft, target: string, work: (members: Members) => Members): Draft {
  if (target === 'release') return { ...draft, members: work(draft.members) }
  const tracks = draft.tracks.map((track) =>
    track.key === target ? { ...track, members: work(track.members) } : track,
  )
  return { ...draft, tracks }
}
