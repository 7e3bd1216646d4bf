import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { CreatedAt, Described, Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The messages about a release that stores received, as they were sent. */

export const storeMessageStatuses = ['waiting', 'dropped', 'sent', 'accepted', 'refused'] as const

/** One message of DDEX ERN to one outlet. Each submission, each takedown and each retry by a person is one. */
export const StoreMessage = Type.Object({
  id: Id('msg'),
  releaseId: Id('rel'),
  deliveryId: Id('dlv'),
  outlet: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
  revision: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The revision of the release in the message',
  }),
  purpose: OneOf(['offer', 'takedown'], {
    description: 'offer: the release with its deals. takedown: the end of all deals',
  }),
  status: OneOf(storeMessageStatuses, {
    description:
      'waiting: not sent yet; dropped: not sent, because a newer message replaced it; sent: sent, but not answered by the store; accepted and refused: the last answer of the store',
  }),
  batch: Type.String({ maxLength: 17, description: 'Batch number of the package; increases for each outlet' }),
  size: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Size of the XML in bytes' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the XML' }),
  createdAt: CreatedAt,
  sentAt: Nullable({ ...Timestamp, description: 'When it was sent; null if it was not' }),
  acknowledgement: Described(
    Nullable(
      Type.Object({
        status: Type.String({
          maxLength: 80,
          description: 'The answer of the store; FileOK if it accepted the message',
        }),
        message: Type.String({ maxLength: 1000, description: 'The answer as text' }),
      }),
    ),
    'The last answer of the store; null if there is none',
  ),
})
export type StoreMessage = Static<typeof StoreMessage>

const reading = { tag: 'Releases', auth: 'apiKey', permission: 'music:read' } as const
const path = '/api/v1/music-distributor/releases/{releaseId}/messages'

export const listReleaseMessages = defineOperation({
  ...reading,
  id: 'listReleaseMessages',
  method: 'GET',
  path,
  summary: 'List the messages to stores for a release, newest first',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(StoreMessage), description: 'A page of messages' } },
  notFound: 'release_not_found',
  errors: ['cursor_invalid'],
})

const xml = ['application/xml']

export const getReleaseMessage = defineOperation({
  ...reading,
  id: 'getReleaseMessage',
  method: 'GET',
  path: `${path}/{messageId}`,
  summary: 'Get a sent message, byte for byte',
  description: 'Repr-Digest (RFC 9530) and ETag have its digest. The message never changes.',
  params: Type.Object({ releaseId: Id('rel'), messageId: Id('msg') }),
  responses: {
    200: { schema: null, description: 'The XML', mediaTypes: xml },
    206: { schema: null, description: 'The requested range of the XML', mediaTypes: xml },
  },
  notFound: 'store_message_not_found',
  errors: ['range_not_satisfiable'],
  conditional: true,
})

const base64url = { maxLength: 10_000_000, pattern: '^[A-Za-z0-9_-]+$' }

/** A statement about one message under the signature of the hub: a JWS in flattened JSON (RFC 7515 section 7.2.2). */
export const DeliveryProof = Type.Object({
  protected: Type.String({ ...base64url, description: 'The protected header of the JWS, in base64url' }),
  payload: Type.String({
    ...base64url,
    description: 'The statement as JSON: the message, its digest, its files, its times, the answer, and events',
  }),
  signature: Type.String({ ...base64url, description: 'The signature of the hub, in base64url' }),
})
export type DeliveryProof = Static<typeof DeliveryProof>

export const getDeliveryProof = defineOperation({
  ...reading,
  id: 'getDeliveryProof',
  method: 'GET',
  path: `${path}/{messageId}/proof`,
  summary: 'Get a signed statement of what was sent to a store, and when',
  description:
    'Signed with the key published at `/.well-known/jwks.json`. Anyone with that key can verify it; see docs/interchange.md. Available for messages that reached the store.',
  params: Type.Object({ releaseId: Id('rel'), messageId: Id('msg') }),
  responses: { 200: { schema: DeliveryProof, description: 'The statement' } },
  notFound: 'store_message_not_found',
  errors: ['state_conflict', 'not_implemented'],
})

/** The operations of this file. */
export const storeMessageOperations = [listReleaseMessages, getReleaseMessage, getDeliveryProof] as const
