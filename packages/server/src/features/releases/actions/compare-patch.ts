import { applyMergePatch, composeDisplayArtist, type ReleaseDocument, type ReleasePatch } from '@spindle/contract'
import { canonicalJson } from '../../../platform/values/canonical-json.ts'
import { normaliseDocument, placeTracks } from '../model/release-document.ts'
import { documentOf, type ReleaseRecord } from '../model/release-record.ts'

/** What a patch would change, and how its values are brought back. Pure. */

type Content = Pick<ReleaseRecord, 'document' | 'tracks'>

/** False if the release already has every value of the patch. */
export function changesContent(release: Content, { audioChangeReason: _reason, ...patch }: ReleasePatch): boolean {
  const before = documentOf(release) as ReleaseDocument
  // Clients send back the composed name that they read. It is stored only if it was chosen.
  const isComposed =
    before.displayArtist === undefined && patch.displayArtist === composeDisplayArtist(release.document)
  const { displayArtist: _composed, ...rest } = patch
  const after = applyMergePatch(before, isComposed ? rest : patch) as ReleaseDocument
  return describe(before) !== describe(after)
}

const describe = (given: ReleaseDocument): string => {
  const { tracks, ...document } = normaliseDocument(given)
  return canonicalJson({ document, tracks: placeTracks(tracks, () => 'new') })
}

/** The patch that brings the values back that `patch` replaces (RFC 7396). */
export function invertPatch(release: Content, { audioChangeReason: _reason, ...patch }: ReleasePatch): ReleasePatch {
  return invert(documentOf(release), patch) as ReleasePatch
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const invert = (before: JsonObject, patch: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(patch).map(([name, value]) => {
      const earlier = before[name]
      if (isObject(earlier) && isObject(value)) return [name, invert(earlier, value)]
      return [name, earlier ?? null]
    }),
  )

/** A track that was removed since gets a new id when it is brought back. */
export function withoutUnknownTracks(release: Content, patch: ReleasePatch): ReleasePatch {
  if (patch.tracks === undefined) return patch
  const known = new Set(release.tracks.map(({ id }) => id))
  const tracks = patch.tracks.map(({ id, ...track }) => (id !== undefined && known.has(id) ? { id, ...track } : track))
  return { ...patch, tracks }
}
