import { applyMergePatch, type FieldError, fillCredits, type ReleaseDocument } from '@spindle/contract'
import { checkWrittenValues } from '@spindle/contract/rules'
import type { BodyRules, PartOfBody } from '../../../http/requests/body-rules.ts'
import type { Clock } from '../../../platform/clock.ts'

/**
 * Findings of a release that its schema refuses, beside what the schema refuses. Only of what is written in the request:
 * what outlets, uploads and other releases say is checked when the request is valid.
 */
export const releaseBodyRules = (clock: Clock): BodyRules => ({
  complete: completeTracks,
  check(body) {
    // A track takes what it does not have from its release: a refused language of one can be a missing one of the other.
    const refusedNames = new Set(body.refused.flatMap(namesIn))
    return checkWrittenValues(
      { release: toDocument(body), legacy: false, uploads: new Map(), context: contextOf(clock) },
      { isSubmitted: body.value.submit === true },
    )
      .filter(({ pointer }) => !refusedNames.has(namesIn(pointer).at(-1) ?? ''))
      .map(({ pointer, code, message, fix }) => ({ pointer, code, detail: message, fix }))
  },
})

/** The same of a release that its schema takes and a look-up refuses. */
export function findWrittenFaults(clock: Clock, release: object, refused: readonly string[]): readonly FieldError[] {
  const value = completeTracks(release) as PartOfBody['value']
  return releaseBodyRules(clock).check({ value, refused })
}

/** Replace a missing or invalid member of a track; the schema has refused it. */
const placeholders = { title: 'Untitled', uploadId: 'upl_00000000000000000000000000' } as const

function completeTracks(body: object): object {
  const credited = fillCredits(body)
  const { tracks } = credited as { readonly tracks?: unknown }
  if (!Array.isArray(tracks)) return credited
  const complete = (track: unknown): unknown =>
    typeof track === 'object' && track !== null && !Array.isArray(track) ? { ...placeholders, ...track } : track
  return { ...credited, tracks: tracks.map(complete) }
}

/** In a patch, null removes a member (RFC 7396). */
const toDocument = ({ value: { submit: _submit, defaults: _defaults, ...members } }: PartOfBody): ReleaseDocument =>
  applyMergePatch({ title: placeholders.title, type: 'single', tracks: [] }, members) as unknown as ReleaseDocument

const contextOf = (clock: Clock) => ({
  today: new Date(clock.now()).toISOString().slice(0, 10),
  assigns: { upc: true, isrc: true },
  delivered: false,
  outlets: [],
  stores: [],
  otherTracks: [],
  knownRecordings: [],
  otherReleases: [],
})

/** The names of members in a pointer, without the places in lists. */
const namesIn = (pointer: string): readonly string[] => pointer.split('/').filter((step) => /\D/.test(step))
