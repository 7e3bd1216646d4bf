import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers } from './console-operation.ts'

/** Who changed what about people and access. Events are added and never changed. */

/** What events are about, with the types of each. */
export const auditKinds = {
  people: [
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
    'service_client.created',
    'service_client.revoked',
  ],
  sign_ins: ['passkey.added', 'passkey.deleted', 'password.set', 'profile.changed', 'session.ended', 'session.started'],
} as const
/** One of the names of `auditKinds`. */
export type AuditKind = keyof typeof auditKinds
/** What can stand in the activity of an account. */
export type AccountAuditType = (typeof auditKinds)[AuditKind][number]

const kindNames = Object.keys(auditKinds) as AuditKind[]
const types = Object.values(auditKinds).flat()

export const AuditEvent = Type.Object({
  id: Id('aud'),
  at: Timestamp,
  type: OneOf(types),
  actor: Type.Object({
    type: OneOf(['user', 'client', 'operator', 'hub'], {
      description: 'operator: by a command on the machine of the hub',
    }),
    id: Nullable(Type.String({ maxLength: 200 })),
    name: Nullable(Type.String({ maxLength: 200, description: 'As it was then' })),
  }),
  data: Type.Record(Type.String(), Nullable(Type.String({ maxLength: 1000 })), {
    description: 'What it was about, by id and name',
  }),
})
export type AuditEvent = Static<typeof AuditEvent>

const filters = {
  actor: Type.Optional({ ...Id('usr'), description: 'Only what this person did' }),
  kind: Type.Optional(OneOf(kindNames, { description: 'Only events about this' })),
  from: Type.Optional({ ...Timestamp, description: 'Not before' }),
  to: Type.Optional({ ...Timestamp, description: 'Before' }),
}

export const listAuditEvents = defineOperation({
  ...forMembers,
  id: 'listAuditEvents',
  method: 'GET',
  path: `${accountPath}/audit-events`,
  summary: 'List what people changed about access to the account, newest first',
  description: 'With the sign-ins of those who are members now.',
  params: accountParams,
  query: Type.Object({ ...pageQuery, ...filters }),
  responses: { 200: { schema: PageOf(AuditEvent), description: 'A page of events' } },
  errors: ['cursor_invalid'],
})

/** The most events of one export; narrow it by time to get others. */
export const maxExportedEvents = 10_000

export const exportAuditEvents = defineOperation({
  ...forMembers,
  id: 'exportAuditEvents',
  method: 'GET',
  path: `${accountPath}/audit-events/export`,
  summary: 'The same as a file, the newest ten thousand at most',
  params: accountParams,
  query: Type.Object({ ...filters, format: Type.Optional(OneOf(['csv', 'ndjson'], { default: 'csv' })) }),
  responses: {
    200: { schema: null, description: 'The events', mediaTypes: ['text/csv', 'application/x-ndjson'] },
  },
  errors: [],
})

/** The operations of this file. */
export const auditOperations = [listAuditEvents, exportAuditEvents] as const
