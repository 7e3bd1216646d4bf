import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import type * as requests from '../operations/request-types.ts'
import { Id, Nullable, OneOf, Text, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'

/** The message in which a store would be told of a release, before anything is sent. */

const Pointer = Type.String({ maxLength: 500, description: 'JSON Pointer (RFC 6901) to the member' })

/** Why a store would refuse the message. */
export const MessageProblem = Type.Object({
  code: Type.String({ maxLength: 64, description: 'A word of the DDEX set ErncFileStatus in snake_case' }),
  pointer: Pointer,
  message: Type.String({ maxLength: 1000 }),
  fix: Type.String({ maxLength: 1000 }),
})
export type MessageProblem = Static<typeof MessageProblem>

/** A message as it would be sent now. */
export const MessagePreview = Type.Object({
  outlet: Nullable(Type.String({ maxLength: 64, description: 'null for a store without wishes of its own' })),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  version: Type.String({ maxLength: 10, description: 'Of ERN' }),
  profile: OneOf(['Audio', 'SimpleAudioSingle'], { description: 'Of ERN' }),
  xml: Type.String({
    maxLength: 100_000_000,
    description: 'The message, byte for byte as UTF-8. Ids and time of the message itself are placeholders',
  }),
  problems: Type.Array(MessageProblem, {
    maxItems: 10_000,
    description: 'What a store would refuse; with any of these nothing is sent',
  }),
  notCarried: Type.Array(Type.Object({ pointer: Pointer, message: Type.String({ maxLength: 1000 }) }), {
    maxItems: 10_000,
    description: 'What the release says and the message does not',
  }),
})
export type MessagePreview = Static<typeof MessagePreview>

export const previewMessage = defineOperation({
  id: 'previewMessage',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/ern',
  summary: 'Preview the message that tells a store of a release (DDEX ERN 4.3.2)',
  description: 'Of the release as it is now, submitted or not. The same function writes the messages that are sent.',
  tag: 'Releases',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object({
    outlet: Type.Optional(Text(64, { description: 'Id of an outlet: the message is written as it wants it' })),
  }),
  responses: { 200: { schema: MessagePreview, description: 'The message, and what is to be said of it' } },
  notFound: 'release_not_found',
  errors: [],
})
export type PreviewQuery = requests.PreviewQuery

/** What an update would change against the message that the outlet has. */
export const MessageComparison = Type.Object({
  outlet: Type.String({ maxLength: 64 }),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the release as it is now' }),
  against: Nullable(
    Type.Object(
      { messageId: Id('msg'), revision: Type.Integer({ minimum: 1, maximum: 1_000_000 }), sentAt: Timestamp },
      { description: 'The last message that the outlet has not refused; null while it has none, or has taken it down' },
    ),
  ),
  changes: Type.Array(
    Type.Object({
      pointer: Type.String({
        maxLength: 500,
        description: 'JSON Pointer (RFC 6901) into the release as it is now; into the older one for what is gone',
      }),
      message: Type.String({ maxLength: 5000 }),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
    { maxItems: 100_000, description: 'In words; only what messages carry' },
  ),
  xml: Type.Array(
    Type.Object({
      path: Type.String({
        maxLength: 1000,
        description: 'XPath in the newer message; in the older one for what is gone',
      }),
      before: Nullable(Type.String({ maxLength: 100_000_000 })),
      after: Nullable(Type.String({ maxLength: 100_000_000 })),
    }),
    { maxItems: 1000, description: 'Element by element; ids, time and package of the message itself are left out' },
  ),
  xmlChanges: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    description: 'How many there are; `xml` has the first 1000',
  }),
})
export type MessageComparison = Static<typeof MessageComparison>

export const compareMessage = defineOperation({
  id: 'compareMessage',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/ern/diff',
  summary: 'Say what an update would change at an outlet, in words and in XML',
  description: 'The release as it is now, submitted or not, against the message that the outlet has.',
  tag: 'Releases',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object({ outlet: Text(64, { description: 'Id of the outlet' }) }),
  responses: { 200: { schema: MessageComparison, description: 'What is different' } },
  notFound: 'release_not_found',
  errors: [],
})

/** The operations of this file. */
export const messagePreviewOperations = [previewMessage, compareMessage] as const
