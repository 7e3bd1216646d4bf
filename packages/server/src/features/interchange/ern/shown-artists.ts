import type { Contributor } from '@spindle/contract'
import { displayRoleOf, roleOf, type Word, wordOfProductRole } from './roles.ts'

/** Who is displayed as an artist of a recording or a product, in which order and as what. */

/** How someone is shown: by the first of their roles as an artist, and by what else they did. */
export interface ShownArtist {
  readonly role: Word
  readonly others: Word[]
}

/** Whom to show: artists, and people with one of `otherRoles`. */
export interface Shown {
  readonly contributors: readonly Contributor[]
  readonly otherRoles?: readonly string[] | undefined
}

/** In the order of display, artists first; one who is written twice is shown once. */
export function listShownArtists(
  { contributors, otherRoles = [] }: Shown,
  referenceOf: (contributor: Contributor) => string,
): Map<string, ShownArtist> {
  const ordered = contributors
    .map((contributor, index) => ({ contributor, place: contributor.sequence ?? index + 1 }))
    .sort((a, b) => a.place - b.place)
  const shown = new Map<string, ShownArtist>()
  for (const { contributor } of ordered) {
    const value = displayRoleOf(contributor.role)
    if (value === undefined) continue
    const who = referenceOf(contributor)
    if (!shown.has(who)) shown.set(who, { role: { value }, others: [] })
  }
  for (const { contributor } of ordered) {
    if (!otherRoles.includes(contributor.role)) continue
    const known = shown.get(referenceOf(contributor))
    if (known) known.others.push(roleOf(contributor.role))
    else shown.set(referenceOf(contributor), { role: wordOfProductRole(contributor.role), others: [] })
  }
  return shown
}

/** What contributors played. */
export const instrumentsOf = (did: readonly Contributor[]): string[] =>
  did.flatMap(({ instruments = [] }) => instruments)
