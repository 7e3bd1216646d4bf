import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { ReleaseEvent } from '../releases/release-operations.ts'
import { deliveryStatuses, releaseStatuses } from '../releases/release-vocabulary.ts'
import { Id, OneOf, PageOf, pageQuery } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { uploadStatuses } from './closed-lists.ts'

/** What happens in an account: as it happens, and afterwards. */

/** What the events of a stream carry, by their name. `reset` says that some were missed: read again what you keep. */
export const LiveEvents = {
  release: Type.Object({ id: Id('rel'), status: OneOf([...releaseStatuses, 'deleted']) }),
  delivery: Type.Object({ id: Id('dlv'), releaseId: Id('rel'), status: OneOf(deliveryStatuses) }),
  upload: Type.Object({ id: Id('upl'), status: OneOf(uploadStatuses) }),
  key: Type.Object({ id: Id('key'), status: OneOf(['active', 'revoked']) }),
  reset: Type.Object({}),
} as const

/** One event of the stream. `id` is where to go on; of several that come together only the last one has it. */
export type LiveEvent = {
  [Name in keyof typeof LiveEvents]: {
    readonly event: Name
    readonly id: string | undefined
    readonly data: Static<(typeof LiveEvents)[Name]>
  }
}[keyof typeof LiveEvents]

export const streamEvents = defineOperation({
  id: 'streamEvents',
  method: 'GET',
  path: '/api/v1/distributor/events/stream',
  summary: 'Hear of changes as they happen',
  description:
    'Server-sent events named `release`, `delivery`, `upload` and, for people, `key`, each with an id and a status: read the resource for more. The stream begins now. With `Last-Event-ID` it goes on behind that event, for 23 hours; after longer, or when the database of the hub went back in time, it begins with `reset`: read again what you keep. Of several events that come together only the last one has an id; an event may come twice. A comment every 15 seconds shows that the line is good. At most 6 streams at once for each key or person. A hub that stops ends its streams: ask again.',
  tag: 'Events',
  auth: 'apiKey',
  permission: 'music:read',
  responses: { 200: { schema: null, description: 'Events, without end', mediaTypes: ['text/event-stream'] } },
  errors: [],
})

/** What happened to a release, with the release it happened to. */
export const ActivityEvent = Type.Object({
  ...ReleaseEvent.properties,
  releaseId: Id('rel'),
  releaseTitle: Type.String({ maxLength: 500, description: 'As it is now' }),
})
export type ActivityEvent = Static<typeof ActivityEvent>

export const listActivity = defineOperation({
  id: 'listActivity',
  method: 'GET',
  path: '/api/v1/distributor/activity',
  summary: 'List what happened to all releases, newest first',
  tag: 'Events',
  auth: 'apiKey',
  permission: 'music:read',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(ActivityEvent), description: 'A page of events' } },
  errors: ['cursor_invalid'],
})

/** The operations of this file. */
export const eventOperations = [streamEvents, listActivity] as const
