import type { Release, ReleaseInput, ReleasePatch } from '@spindle/client'
import { composeDisplayArtist } from '@spindle/contract/vocabulary'
import type { Field } from './field-types.ts'
import { type Members, wholeMembers } from './members.ts'
import { releaseFields, trackFields } from './release-fields.ts'

/** The release as it is in the form: with tracks whose files are still on their way. */

export interface DraftTrack {
  /** Of this track in the form, as long as the form lives. */
  readonly key: string
  /** Its file. */
  readonly fileKey: string
  /** Once the hub has it. */
  readonly id?: string
  /** The hub has the track without audio: an import of a table made it. It stays there until its file has arrived. */
  readonly lacksAudio?: true
  readonly members: Members
}

export interface Draft {
  readonly members: Members
  readonly coverKey?: string
  readonly tracks: readonly DraftTrack[]
}

export const emptyDraft: Draft = { members: {}, tracks: [] }

/** Finds the upload of a file once all of its bytes are at the hub. */
export type FindUpload = (fileKey: string) => string | undefined

/** What is sent to the hub: whole members, and tracks whose bytes have arrived. */
export interface DraftRequest extends Members {
  readonly tracks: readonly Members[]
}

export function requestOf({ members, coverKey, tracks }: Draft, findUpload: FindUpload): DraftRequest {
  const coverUploadId = coverKey === undefined ? undefined : findUpload(coverKey)
  return {
    ...wholeMembers(releaseFields, members),
    ...(coverUploadId === undefined ? {} : { coverUploadId }),
    tracks: tracks.flatMap(({ fileKey, id, lacksAudio, members: told }) => {
      const uploadId = findUpload(fileKey)
      if (uploadId === undefined && !lacksAudio) return []
      return [{ ...(id && { id }), ...(uploadId && { uploadId }), ...wholeMembers(trackFields, told) }]
    }),
  }
}

/** Tracks that are part of the request, in its order: findings point to them by that. */
export const sentTracks = ({ tracks }: Draft, findUpload: FindUpload): readonly DraftTrack[] =>
  tracks.filter(({ fileKey, lacksAudio }) => lacksAudio || findUpload(fileKey) !== undefined)

/** What the form shows is what is stored, so the hub fills nothing in. */
export const asInput = (request: DraftRequest): ReleaseInput =>
  ({ ...request, defaults: false }) as unknown as ReleaseInput
export const asPatch = (patch: Members): ReleasePatch => patch as ReleasePatch

/** The same for the hub's answer. */
export function requestOfRelease(release: Release): DraftRequest {
  const { coverUploadId, tracks } = release
  const isOnSeveralDiscs = tracks.some(({ disc }) => disc > 1)
  return {
    ...pick(releaseFields, withoutComposedArtist(release) as unknown as Members),
    ...(coverUploadId === undefined ? {} : { coverUploadId }),
    tracks: tracks.map((track) => {
      const { disc, ...told } = pick(trackFields, track as unknown as Members)
      const { id, uploadId } = track
      return { id, ...(uploadId && { uploadId }), ...told, ...(isOnSeveralDiscs && { disc }) }
    }),
  }
}

/** A name that follows from the artists is not part of the form: it would stay when they change. */
function withoutComposedArtist(release: Release): Release {
  const { displayArtist, ...rest } = release
  return displayArtist === composeDisplayArtist(rest) ? rest : release
}

const pick = (fields: readonly Field[], members: Members): Members =>
  Object.fromEntries(
    fields.flatMap(({ name }) =>
      members[name] === undefined || members[name] === null ? [] : [[name, members[name]]],
    ),
  )

/** The form of a release the hub has; its files are named by their uploads, and missing ones by their tracks. */
export function draftOfRelease(release: Release): Draft {
  const { tracks, coverUploadId, ...members } = requestOfRelease(release)
  return {
    members,
    ...(typeof coverUploadId === 'string' && { coverKey: coverUploadId }),
    tracks: tracks.map(({ id, uploadId, ...told }) => ({
      key: String(id),
      fileKey: String(uploadId ?? id),
      id: String(id),
      ...(uploadId === undefined && { lacksAudio: true as const }),
      members: told,
    })),
  }
}
