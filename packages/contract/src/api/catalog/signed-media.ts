import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { Id, Nullable, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { audioQuery } from './audio-answers.ts'
import { imageAnswers, imageQuery } from './image-answers.ts'

/** Audio and covers for the browsers of visitors: a site gives them signed addresses that are valid for minutes. */

/** An address that needs no token. */
export const SignedAddress = Type.Object({
  url: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'For `<audio src>` and `<img src>`. Needs no header. Use it as it is; a cover also takes `&size=`',
  }),
  expiresAt: { ...Timestamp, description: 'The hub refuses the address from this time on' },
  boundTo: Nullable(
    Type.String({
      maxLength: 64,
      description:
        'The only client network that can use the address; null if any client can. For IPv6 this is the /64 network',
    }),
  ),
})
export type SignedAddress = Static<typeof SignedAddress>

const signature = {
  property: Type.String({ maxLength: 64, description: 'The property that was given the address' }),
  expires: Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: 'End of the address in Unix seconds' }),
  signature: Type.String({ maxLength: 100, description: 'HMAC-SHA-256 in base64url' }),
}

const common = { method: 'GET', tag: 'Integration', auth: 'none', conditional: true } as const

export const getSignedAudio = defineOperation({
  ...common,
  id: 'getSignedAudio',
  path: '/api/signed/tracks/{trackId}/audio',
  summary: 'Play a track by a signed address',
  description:
    'The audio as it was delivered, or an MP3, for an `<audio>` element. `signedAudio` of a track or of a rendition has the address, valid only for this format. Supports byte ranges. The hub answers only while the property may play the track.',
  params: Type.Object({ trackId: Id('trk') }),
  query: Type.Object({ ...signature, ...audioQuery.properties }),
  responses: {
    200: { schema: null, description: 'The audio', mediaTypes: ['audio/*'] },
    206: { schema: null, description: 'The requested range of the audio', mediaTypes: ['audio/*'] },
  },
  notFound: 'track_not_found',
  errors: [
    'address_refused',
    'range_not_satisfiable',
    'rendition_not_ready',
    'rendition_unavailable',
    'storage_unavailable',
  ],
})

export const getSignedCover = defineOperation({
  ...common,
  id: 'getSignedCover',
  path: '/api/signed/releases/{releaseId}/cover',
  summary: 'Show a cover by a signed address',
  description:
    'A WebP image of at most the given width and height, for an `<img>` element. `signedCover` of a release has the address.',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object({ ...signature, ...imageQuery.properties }),
  responses: imageAnswers,
  notFound: 'release_not_found',
  errors: ['address_refused', 'range_not_satisfiable', 'storage_unavailable'],
})

/** The operations of this file. */
export const signedMediaOperations = [getSignedAudio, getSignedCover] as const
