import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import type * as requests from '../../definition/request-types.ts'
import { Described, Id, Nullable, OneOf, Text, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'

/** The message about a release that a store would receive, before anything is sent. */

const Pointer = Type.String({ maxLength: 500, description: 'JSON Pointer (RFC 6901) to the member' })

/** Why a store would refuse the message. */
export const MessageProblem = Type.Object({
  code: Type.String({ maxLength: 64, description: 'A value of the DDEX set ErncFileStatus in snake_case' }),
  pointer: Pointer,
  message: Type.String({ maxLength: 1000, description: 'What the store would refuse' }),
  fix: Type.String({ maxLength: 1000, description: 'What to do' }),
})
export type MessageProblem = Static<typeof MessageProblem>

/** A message as it would be sent now. */
export const MessagePreview = Type.Object({
  outlet: Nullable(Type.String({ maxLength: 64, description: 'null for a store without its own requirements' })),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The revision of the release in the message' }),
  version: Type.String({ maxLength: 10, description: 'Of ERN, as the outlet is set' }),
  profile: OneOf(['Audio', 'SimpleAudioSingle', 'AudioSingle', 'AudioAlbumMusicOnly'], {
    description: 'Of ERN; the last two are those of ERN 3',
  }),
  xml: Type.String({
    maxLength: 100_000_000,
    description: 'The exact message in UTF-8. The message ids and times are placeholders',
  }),
  problems: Type.Array(MessageProblem, {
    maxItems: 10_000,
    description: 'Problems that a store would refuse. The message is not sent while there are any',
  }),
  notCarried: Type.Array(
    Type.Object({
      pointer: Pointer,
      message: Type.String({ maxLength: 1000, description: 'What the message does not contain, and why' }),
    }),
    {
      maxItems: 10_000,
      description: 'Details of the release that are not in the message',
    },
  ),
})
export type MessagePreview = Static<typeof MessagePreview>

export const previewMessage = defineOperation({
  id: 'previewMessage',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/ern',
  summary: 'Preview the message to a store for a release (DDEX ERN)',
  description:
    'Uses the current state of the release, even if it is not submitted. Messages that are sent are created in the same way.',
  tag: 'Releases',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object({
    outlet: Type.Optional(Text(64, { description: 'Id of an outlet. The message is written for this outlet' })),
  }),
  responses: { 200: { schema: MessagePreview, description: 'The message with its problems and omissions' } },
  notFound: 'release_not_found',
  errors: [],
})
export type PreviewQuery = requests.PreviewQuery

/** What an update would change against the message that the outlet has. */
export const MessageComparison = Type.Object({
  outlet: Type.String({ maxLength: 64, description: 'Id of the outlet' }),
  revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Of the current state of the release' }),
  against: Nullable(
    Type.Object(
      {
        messageId: Id('msg'),
        revision: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The revision of the release in it' }),
        sentAt: { ...Timestamp, description: 'When that message was sent' },
      },
      {
        description:
          'The last message that the outlet did not refuse; null if there is none or the outlet has taken the release down',
      },
    ),
  ),
  changes: Type.Array(
    Type.Object({
      pointer: Type.String({
        maxLength: 500,
        description: 'JSON Pointer (RFC 6901) into the current release, or into the older one for removed members',
      }),
      message: Type.String({ maxLength: 5000, description: 'The change as text' }),
      before: Described(Type.Unknown(), 'The value that the outlet has; null if it has none'),
      after: Described(Type.Unknown(), 'The new value; null if it was removed'),
    }),
    { maxItems: 100_000, description: 'Changes as text. Includes only members that appear in messages' },
  ),
  xml: Type.Array(
    Type.Object({
      path: Type.String({
        maxLength: 1000,
        description: 'XPath in the newer message, or in the older one for removed elements',
      }),
      before: Nullable(Type.String({ maxLength: 100_000_000, description: 'The element as sent; null if it is new' })),
      after: Nullable(
        Type.String({ maxLength: 100_000_000, description: 'The element as it would be sent; null if it is removed' }),
      ),
    }),
    { maxItems: 1000, description: 'Changes by element, except the ids, times and package of the message itself' },
  ),
  xmlChanges: Type.Integer({
    minimum: 0,
    maximum: 10_000_000,
    description: 'Number of changes; `xml` has the first 1000',
  }),
})
export type MessageComparison = Static<typeof MessageComparison>

export const compareMessage = defineOperation({
  id: 'compareMessage',
  method: 'GET',
  path: '/api/v1/music-distributor/releases/{releaseId}/ern/diff',
  summary: 'Preview what an update would change at an outlet, as text and XML',
  description: 'Compares the current release, even if it is not submitted, with the message that the outlet has.',
  tag: 'Releases',
  auth: 'apiKey',
  permission: 'music:read',
  params: Type.Object({ releaseId: Id('rel') }),
  query: Type.Object({ outlet: Text(64, { description: 'Id of the outlet' }) }),
  responses: { 200: { schema: MessageComparison, description: 'The differences' } },
  notFound: 'release_not_found',
  errors: [],
})

/** The operations of this file. */
export const messagePreviewOperations = [previewMessage, compareMessage] as const
