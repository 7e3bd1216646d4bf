import type { DraftRequest } from './draft.ts'
import { isSame, type Members } from './members.ts'

/**
 * Two people, or two windows, changed one release since both had the same. What only one of them changed needs no
 * decision; what both changed differently does.
 */

/** Whether both changed something differently. `base` is their common version. */
export function isClash(base: DraftRequest, mine: DraftRequest, theirs: DraftRequest): boolean {
  const names = new Set([base, mine, theirs].flatMap((request) => Object.keys(request)))
  names.delete('tracks')
  if ([...names].some((name) => isChangedByBoth(base[name], mine[name], theirs[name]))) return true
  if (isChangedByBoth(listUploads(base), listUploads(mine), listUploads(theirs))) return true
  return base.tracks.some((track) => {
    const [my, their] = [mine, theirs].map(({ tracks }) => tracks.find((one) => audioOf(one) === audioOf(track)))
    return my !== undefined && their !== undefined && isMemberClash(track, my, their)
  })
}

const isMemberClash = (base: Members, mine: Members, theirs: Members): boolean =>
  [...new Set([base, mine, theirs].flatMap((members) => Object.keys(members)))].some(
    (name) => name !== 'id' && isChangedByBoth(base[name], mine[name], theirs[name]),
  )

const isChangedByBoth = (base: unknown, mine: unknown, theirs: unknown): boolean =>
  !isSame(base, mine) && !isSame(base, theirs) && !isSame(mine, theirs)

/** A track that lacks its audio is named by its id. */
export const audioOf = ({ uploadId, id }: Members): unknown => uploadId ?? id

/** The tracks and their order. */
export const listUploads = ({ tracks }: DraftRequest): readonly unknown[] => tracks.map(audioOf)
