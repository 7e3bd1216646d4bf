import type { Static } from 'typebox'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { ClosedObject, Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'
import { DisplayName, MailAddress, roles } from '../people-model.ts'
import { MadeLink } from './people.ts'

/** What people wrote on the contact page, and what the operator makes of it. */

/** The status of a message. */
export const messageStates = ['new', 'open', 'done', 'spam'] as const
export type MessageState = (typeof messageStates)[number]

const note = Nullable(Type.String({ maxLength: 5000, description: 'A note that only operators see' }))

export const ContactMessageItem = Type.Object({
  id: Id('msg'),
  name: Type.String({ maxLength: 200 }),
  email: Type.String({ maxLength: 254 }),
  organisation: Nullable(Type.String({ maxLength: 200 })),
  message: Type.String({ maxLength: 5000 }),
  createdAt: Timestamp,
  state: OneOf(messageStates),
  assignee: Nullable(Type.Object({ userId: Id('usr'), name: Type.String({ maxLength: 200 }) })),
  note,
})
export type ContactMessageItem = Static<typeof ContactMessageItem>

const params = Type.Object({ messageId: Id('msg') })
const path = '/console/api/operator/messages/{messageId}'

export const listContactMessages = defineOperation({
  ...forOperators,
  id: 'listContactMessages',
  method: 'GET',
  path: '/console/api/operator/messages',
  summary: 'List the messages from the contact page, newest first',
  query: Type.Object({ ...pageQuery, state: Type.Optional(OneOf(messageStates)) }),
  responses: { 200: { schema: PageOf(ContactMessageItem), description: 'The messages' } },
  errors: ['cursor_invalid'],
})

export const updateContactMessage = defineOperation({
  ...forOperators,
  id: 'updateContactMessage',
  method: 'PATCH',
  path,
  summary: 'Set the status, the assignee or the note of a message',
  params,
  body: ClosedObject({
    state: Type.Optional(OneOf(messageStates)),
    assigneeId: Type.Optional(Nullable(Id('usr'))),
    note: Type.Optional(note),
  }),
  responses: { 200: { schema: ContactMessageItem, description: 'The message' } },
  notFound: 'message_not_found',
  errors: [],
})

export const deleteContactMessage = defineOperation({
  ...forOperators,
  id: 'deleteContactMessage',
  method: 'DELETE',
  path,
  summary: 'Delete a message permanently',
  params,
  responses: { 204: { schema: null, description: 'The message was deleted' } },
  notFound: 'message_not_found',
  errors: [],
})

export const inviteFromMessage = defineOperation({
  ...forOperators,
  id: 'inviteFromMessage',
  method: 'POST',
  path: `${path}/invite`,
  summary: 'Create an account and an invitation link for the sender of a message',
  needsConfirmation: true,
  showsSecret: true,
  params,
  body: ClosedObject({
    accountName: DisplayName(['Night Label']),
    email: MailAddress,
    role: OneOf(roles),
  }),
  responses: { 201: { schema: MadeLink, description: 'The account and the link. The link is not shown again' } },
  notFound: 'message_not_found',
  errors: [],
})

export const inboxOperations: readonly Operation[] = [
  listContactMessages,
  updateContactMessage,
  deleteContactMessage,
  inviteFromMessage,
]
