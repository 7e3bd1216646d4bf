import type { Static } from 'typebox'
import { uploadStatuses } from '../definition/closed-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { deliveryStatuses, releaseStatuses } from '../releases/release-vocabulary.ts'
import { Id, OneOf, PageOf, pageQuery } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { ReleaseEvent } from './releases/release-events.ts'

/** What happens in an account: as it happens, and afterwards. */

/** The data of the events of a stream, by their name. `reset` says that some were missed: read again what you store. */
export const LiveEvents = {
  release: Type.Object({ id: Id('rel'), status: OneOf([...releaseStatuses, 'deleted']) }),
  delivery: Type.Object({ id: Id('dlv'), releaseId: Id('rel'), status: OneOf(deliveryStatuses) }),
  upload: Type.Object({ id: Id('upl'), status: OneOf(uploadStatuses) }),
  key: Type.Object({ id: Id('key'), status: OneOf(['active', 'revoked']) }),
  reset: Type.Object({}),
} as const

/**
 * One event of the stream. `id` is the place from which to continue; of several that come together, only the last one
 * has it.
 */
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
  summary: 'Stream changes as they happen',
  description:
    'Server-sent events named `release`, `delivery`, `upload` and, for people, `key`. Each has an id and a status; read the resource for details. The stream starts now. With `Last-Event-ID`, it continues after that event, for up to 23 hours. After that, or if the database of the hub was restored to an earlier state, it starts with `reset`: read your data again. If several events arrive together, only the last one has an id. An event may arrive twice. A comment every 15 seconds keeps the connection alive. Each key or person can have at most 6 streams at a time. A hub that stops closes its streams: reconnect.',
  tag: 'Events',
  auth: 'apiKey',
  permission: 'music:read',
  responses: { 200: { schema: null, description: 'An endless stream of events', mediaTypes: ['text/event-stream'] } },
  errors: [],
})

/** What happened to a release, with the release it happened to. */
export const ActivityEvent = Type.Object({
  ...ReleaseEvent.properties,
  releaseId: Id('rel'),
  releaseTitle: Type.String({ maxLength: 500, description: 'Title of the release' }),
})
export type ActivityEvent = Static<typeof ActivityEvent>

export const listActivity = defineOperation({
  id: 'listActivity',
  method: 'GET',
  path: '/api/v1/distributor/activity',
  summary: 'List the events of all releases, newest first',
  tag: 'Events',
  auth: 'apiKey',
  permission: 'music:read',
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(ActivityEvent), description: 'A page of events' } },
  errors: ['cursor_invalid'],
})

/** The operations of this file. */
export const eventOperations = [streamEvents, listActivity] as const
