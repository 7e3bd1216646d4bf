import type { Static } from 'typebox'
import { deliveryEventTypes, releaseEventTypes } from '../definition/closed-lists.ts'
import { defineOperation } from '../definition/operation.ts'
import { Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers } from './console-operation.ts'

/** What happened in an account: to its releases, its people and its keys. Events are added and never changed. */

/** What events about people and access are about, with the types of each. */
export const auditKinds = {
  people: [
    'account.exported',
    'account.renamed',
    'invitation.accepted',
    'invitation.created',
    'invitation.revoked',
    'member.left',
    'member.removed',
    'member.role_changed',
  ],
  keys: [
    'connection.allowed',
    'connection.ended',
    'key.created',
    'key.revoked',
    'key.rotated',
    'native_client.created',
    'native_client.revoked',
    'service_client.created',
    'service_client.revoked',
  ],
  webhooks: [
    'webhook.created',
    'webhook.deleted',
    'webhook.disabled',
    'webhook.enabled',
    'webhook.secret_rotated',
    'webhook.updated',
  ],
  sign_ins: [
    'identity.added',
    'identity.removed',
    'passkey.added',
    'passkey.deleted',
    'password.set',
    'profile.changed',
    'session.ended',
    'session.started',
  ],
} as const
/** One of the names of `auditKinds`. */
export type AuditKind = keyof typeof auditKinds
/** What is written down about people and access in an account. */
export type AccountAuditType = (typeof auditKinds)[AuditKind][number]

/** What activity can be about. */
export const activityKinds = ['releases', ...(Object.keys(auditKinds) as AuditKind[])] as const
/** One of `activityKinds`. */
export type ActivityKind = (typeof activityKinds)[number]

const types = [...releaseEventTypes, ...deliveryEventTypes, ...Object.values(auditKinds).flat()] as const

export const ActivityEntry = Type.Object({
  id: Type.String({
    pattern: '^(aud|evt)_[0-9A-HJKMNP-TV-Z]{26}$',
    maxLength: 31,
    examples: ['evt_01JD3MZ6V8Q4W9X2K7N5T0RHYB'],
  }),
  at: Timestamp,
  type: OneOf(types),
  actor: Type.Object({
    type: OneOf(['user', 'key', 'client', 'operator', 'hub'], {
      description: 'operator: a reviewer, or a command run on the server of the hub',
    }),
    id: Nullable(Type.String({ maxLength: 200 })),
    name: Nullable(Type.String({ maxLength: 200, description: 'The name at that time' })),
  }),
  release: Nullable(
    Type.Object({ id: Id('rel'), title: Type.String({ maxLength: 500, description: 'The current name' }) }),
  ),
  reason: Nullable(Type.String({ maxLength: 1000 })),
  data: Type.Record(Type.String(), Nullable(Type.String({ maxLength: 1000 })), {
    description: 'The id and name of the affected object',
  }),
})
export type ActivityEntry = Static<typeof ActivityEntry>

const filters = {
  actor: Type.Optional({ ...Id('usr'), description: 'Only events of this person' }),
  kind: Type.Optional(OneOf(activityKinds, { description: 'Only events of this type' })),
  failures: Type.Optional(
    Type.Boolean({ description: 'Only failed and refused deliveries, and takedowns that failed' }),
  ),
  from: Type.Optional({ ...Timestamp, description: 'Only events at or after this time' }),
  to: Type.Optional({ ...Timestamp, description: 'Before' }),
}

export const listAccountActivity = defineOperation({
  ...forMembers,
  id: 'listAccountActivity',
  method: 'GET',
  path: `${accountPath}/activity`,
  summary: 'List the activity of the account, newest first',
  description: 'Includes sign-ins of the current members.',
  params: accountParams,
  query: Type.Object({
    ...pageQuery,
    ...filters,
    brief: Type.Optional(Type.Boolean({ description: 'Leaves out sign-ins and minor steps of releases' })),
  }),
  responses: { 200: { schema: PageOf(ActivityEntry), description: 'A page of events' } },
  errors: ['cursor_invalid'],
})

/** The most events of one export; narrow it by time to get others. */
export const maxExportedEvents = 10_000

export const exportAccountActivity = defineOperation({
  ...forMembers,
  id: 'exportAccountActivity',
  method: 'GET',
  path: `${accountPath}/activity/export`,
  summary: 'Download the activity as a file, at most the newest ten thousand events',
  params: accountParams,
  query: Type.Object({ ...filters, format: Type.Optional(OneOf(['csv', 'ndjson'], { default: 'csv' })) }),
  responses: {
    200: { schema: null, description: 'The events', mediaTypes: ['text/csv', 'application/x-ndjson'] },
  },
  errors: [],
})

/** The operations of this file. */
export const activityOperations = [listAccountActivity, exportAccountActivity] as const
