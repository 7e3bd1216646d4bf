import type { Static } from 'typebox'
import { audioFormats } from '../../definition/closed-lists.ts'
import { defineOperation } from '../../definition/operation.ts'
import { listed } from '../../releases/listed-members.ts'
import { ReleaseTypeSchema } from '../../releases/release-members.ts'
import { copyrightLine, Explicitness, OpenObject } from '../../releases/release-parts.ts'
import { explicitValues } from '../../releases/release-vocabulary.ts'
import { Described, Id, Nullable, OneOf } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { imageAnswers, imageQuery } from './image-answers.ts'
import { FeedTrack } from './plays.ts'
import { SignedAddress } from './signed-media.ts'

/** What a site needs to show a release that it may play: the cover, the lines, the credits and the tracks in order. */

const line = (description: string) => Nullable(copyrightLine(OpenObject, description))
const text = (maxLength: number, description: string) => Nullable(Type.String({ maxLength, description }))

const { deleted: _, release: __, ...ofTrack } = FeedTrack.properties

/** A compressed copy of a master. */
export const PlayableRendition = Type.Object({
  format: OneOf(audioFormats, { description: 'The value of `format` for getTrackAudio' }),
  contentType: Type.String({ maxLength: 255, description: 'Media type of the file' }),
  bitRate: Type.Integer({ minimum: 1, maximum: 1000, description: 'Bit rate in kbit/s' }),
  size: Type.Integer({ minimum: 1, description: 'Size of the file in bytes' }),
  signedAudio: Described(SignedAddress, 'Where a browser can play it, not the master'),
})
export type PlayableRendition = Static<typeof PlayableRendition>

/** A track of a release that a property may play. */
export const PlayableTrack = Type.Object({
  ...ofTrack,
  signedAudio: Described(SignedAddress, 'Where the browser of a visitor can play the master'),
  renditions: Described(
    Type.Array(PlayableRendition, { maxItems: audioFormats.length }),
    'The compressed copies that are ready. This request starts the others',
  ),
})
export type PlayableTrack = Static<typeof PlayableTrack>

/** A release that is live at a property. */
export const PlayableRelease = Type.Object({
  id: Id('rel'),
  title: listed.title,
  version: text(200, 'Such as Deluxe Edition; null if there is none'),
  type: ReleaseTypeSchema,
  displayArtist: listed.displayArtist,
  contributors: FeedTrack.properties.contributors,
  label: listed.label,
  upc: listed.upc,
  catalogNumber: text(50, 'Catalog number of the label; null if there is none'),
  releaseDate: listed.releaseDate,
  originalReleaseDate: text(10, 'Date of the first release anywhere; null if none is set'),
  genre: text(80, 'Code of the genre; null if none is set'),
  language: text(35, 'BCP 47 tag of the title; null if none is set'),
  explicit: Nullable(Explicitness(explicitValues)),
  pLine: line('Holder of the rights in the recordings (℗)'),
  cLine: line('Holder of the rights in the release (©)'),
  trackCount: Type.Integer({
    minimum: 1,
    maximum: 500,
    description: 'Number of tracks of the release. `tracks` has those that the property may play',
  }),
  cover: Nullable(
    Type.Object(
      {
        url: Type.String({
          format: 'uri',
          maxLength: 2048,
          description: 'URL of getPlayableCover. Use the same token, and add `size`',
        }),
        width: Nullable(Type.Integer({ minimum: 1, description: 'Width of the original in pixels' })),
        height: Nullable(Type.Integer({ minimum: 1, description: 'Height of the original in pixels' })),
      },
      { description: 'The front cover; null if there is none' },
    ),
  ),
  signedCover: Described(
    Nullable(SignedAddress),
    'Where the browser of a visitor gets the cover; null if there is none',
  ),
  tracks: Described(Type.Array(PlayableTrack, { minItems: 1, maxItems: 500 }), 'By disc and number'),
})
export type PlayableRelease = Static<typeof PlayableRelease>

const common = {
  method: 'GET',
  tag: 'Integration',
  auth: 'integrationToken',
  params: Type.Object({ releaseId: Id('rel') }),
  notFound: 'release_not_found',
  conditional: true,
} as const

export const getPlayableRelease = defineOperation({
  ...common,
  id: 'getPlayableRelease',
  path: '/api/integration/releases/{releaseId}',
  summary: 'Get a release that this property may play',
  description:
    'What an album page shows of the release as it is live: cover, credits, lines, and the tracks that the property may play now, in order. `signedAudio` and `signedCover` are addresses for the browser of a visitor, which must not get the token. They are valid for at most 15 minutes, unless the operator set another time. Get the release again for new ones.',
  query: Type.Object({
    address: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'IP address of the visitor. Only clients of its network can use the signed addresses. Ignored if the hub cannot see the addresses of clients; boundTo is then null',
        examples: ['203.0.113.7'],
      }),
    ),
  }),
  responses: { 200: { schema: PlayableRelease, description: 'The release' } },
  errors: [],
})

export const getPlayableCover = defineOperation({
  ...common,
  id: 'getPlayableCover',
  path: '/api/integration/releases/{releaseId}/cover',
  summary: 'Get the cover of a release that this property may play',
  description:
    'Returns a WebP image of at most the given width and height. Keep a copy for visitors: the token must not reach a browser.',
  query: imageQuery,
  responses: imageAnswers,
  errors: ['range_not_satisfiable', 'storage_unavailable'],
})

/** The operations of this file. */
export const playableReleaseOperations = [getPlayableRelease, getPlayableCover] as const
