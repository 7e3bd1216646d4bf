import { limits, ReleaseInput, type TrackInput } from '@spindle/contract'

/**
 * `release.json` and `release.yaml`: the contract's release with files where it has uploads, and with every member left
 * out that tags and names may tell. One definition with the hub's, so that neither can drift.
 */

export type ManifestTrack = Partial<Omit<TrackInput, 'uploadId'>> & { readonly file: string }

export type Manifest = Partial<Omit<ReleaseInput, 'tracks' | 'coverUploadId' | 'submit'>> & {
  /** Name of the file that is the cover. */
  readonly cover?: string
  /** In play order; without it every master of the folder is a track. */
  readonly tracks?: readonly ManifestTrack[]
}

const { coverUploadId: _cover, submit: _submit, tracks, ...members } = ReleaseInput.properties
const { uploadId: _upload, ...trackMembers } = tracks.items.properties

const fileName = (description: string) => ({ type: 'string', minLength: 1, maxLength: 1_000, description })

export const manifestSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...members,
    cover: fileName('Name of the cover in the folder'),
    tracks: {
      type: 'array',
      minItems: 1,
      maxItems: limits.maxTracksPerRelease,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file'],
        properties: { ...trackMembers, file: fileName('Name of the master in the folder') },
      },
    },
  },
} as const
