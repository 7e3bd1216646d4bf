import { limits, ReleaseDefaults, ReleaseInput, type TrackInput } from '@spindle/contract'

/**
 * `release.json` and `release.yaml`: the contract's release with files where it has uploads, and with every member left
 * out that tags and names may provide. Derived from the hub's definition, so the two cannot differ.
 */

/** A track of the API, with the name of a file in place of its upload. */
export type ManifestTrack = Partial<Omit<TrackInput, 'uploadId'>> & { readonly file: string }

/** What tracks of a release may have in common; identifiers, titles and places in the order are never shared. */
export type TrackDefaults = Partial<Pick<TrackInput, SharedMember>>

export type Manifest = Partial<
  Omit<ReleaseInput, 'tracks' | 'coverUploadId' | 'submit' | 'audioChangeReason' | 'defaults'>
> & {
  /** Name of the file that is the cover. */
  readonly cover?: string
  /** For every track without its own value. */
  readonly trackDefaults?: TrackDefaults
  /** In play order; without it every master of the folder is a track. */
  readonly tracks?: readonly ManifestTrack[]
}

const {
  coverUploadId: _cover,
  submit: _submit,
  audioChangeReason: _reason,
  defaults: _defaults,
  tracks,
  ...members
} = ReleaseInput.properties
const { uploadId: _upload, ...trackMembers } = tracks.items.properties

const sharedMembers = [
  'displayArtist',
  'contributors',
  'explicit',
  'language',
  'instrumental',
  'composition',
  'licence',
  'containsSamples',
  'pLine',
  'recordingCountry',
  'recordingYear',
  'firstPublicationDate',
  'rightsController',
  'genre',
  'moods',
  'aiUsage',
  'territories',
  'restrictions',
  'availability',
  'priceTier',
  'deals',
] as const satisfies readonly (keyof typeof trackMembers)[]
type SharedMember = (typeof sharedMembers)[number]

const fileName = (description: string) => ({ type: 'string', minLength: 1, maxLength: 1_000, description })

/** JSON Schema of `release.json` and `release.yaml`. */
export const manifestSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...members,
    trackDefaults: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(sharedMembers.map((name) => [name, trackMembers[name]])),
      description: 'For every track that does not say otherwise itself',
    },
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

/** Members of one release: its titles, codes, files and tracks are never those of another. */
const ownMembers = [
  'title',
  'titles',
  'subtitle',
  'discTitles',
  'upc',
  'grid',
  'catalogNumber',
  'externalId',
  'replaces',
  'cover',
  'tracks',
] as const

/** Without a year, a line takes the year of the release, as in the defaults of an account. */
type Lines = Pick<ReleaseDefaults, 'pLine' | 'cLine'>

/** What releases have in common. */
export type DefaultMembers = Omit<Manifest, (typeof ownMembers)[number] | keyof Lines | 'trackDefaults'> &
  Lines & { readonly trackDefaults?: Omit<TrackDefaults, 'pLine'> & Pick<Lines, 'pLine'> }

const { pLine, cLine } = ReleaseDefaults.properties

/** JSON Schema of `release.defaults.yaml`. */
export const defaultsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries({
      ...manifestSchema.properties,
      pLine,
      cLine,
      trackDefaults: {
        ...manifestSchema.properties.trackDefaults,
        properties: { ...manifestSchema.properties.trackDefaults.properties, pLine },
      },
    }).filter(([name]) => !ownMembers.some((own) => own === name)),
  ),
}
