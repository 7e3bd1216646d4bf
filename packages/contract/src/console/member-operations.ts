import type { Static } from 'typebox'
import { defineOperation } from '../definition/operation.ts'
import { ClosedObject, Id, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers, forOwners } from './console-operation.ts'
import { DisplayName, IsMailed, MailAddress, roles } from './people-model.ts'

/** The members of an account with their roles, and the invitations. */

export const Member = Type.Object({
  userId: Id('usr'),
  name: Type.String({ maxLength: 200 }),
  email: Type.String({ maxLength: 254 }),
  role: OneOf(roles),
  joinedAt: Timestamp,
})
export type Member = Static<typeof Member>

export const Invitation = Type.Object({
  id: Id('inv'),
  email: Type.String({ maxLength: 254 }),
  role: OneOf(roles),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export type Invitation = Static<typeof Invitation>

const Made = (what: string) =>
  Type.Array(Type.Object({ id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 2048 }) }), {
    maxItems: 1000,
    description: what,
  })

/** What a person made in an account, which may work without the person. */
export const MemberAccess = Type.Object({
  keys: Made('Active API keys created by the person or one of their clients'),
  clients: Made('Active service clients'),
  nativeClients: Made('Client ids for programs on a computer. Other members may use them too'),
  webhooks: Made('Webhooks whose URL was set by the person or one of their keys or clients; named by the URL'),
  programs: Made('Programs that act for the person. They are disconnected when the membership ends'),
  invitations: Made('Unused invitations, named by the email address. They expire when the person may no longer invite'),
})
export type MemberAccess = Static<typeof MemberAccess>

/** Whether what a person made stays or ends with the person's rights. */
export const accessChoices = ['keep', 'end'] as const
/** One of `accessChoices`. */
export type AccessChoice = (typeof accessChoices)[number]
export const AccessChoice = OneOf(accessChoices, {
  description: 'What to do with the keys, clients, client ids, webhooks and programs of the person; default `keep`',
})

const NewInvitation = ClosedObject({ email: MailAddress, role: OneOf(roles) })

const memberPath = `${accountPath}/members/{userId}` as const
const memberParams = Type.Object({ ...accountParams.properties, userId: Id('usr') })

export const updateAccount = defineOperation({
  ...forOwners,
  id: 'updateAccount',
  method: 'PATCH',
  path: accountPath,
  summary: 'Rename the account',
  needsConfirmation: true,
  params: accountParams,
  body: ClosedObject({ name: DisplayName(['Night Label']) }),
  responses: {
    200: {
      schema: Type.Object({ id: Id('acc'), name: Type.String({ maxLength: 200 }) }),
      description: 'The account',
    },
  },
  errors: [],
})

export const listMembers = defineOperation({
  ...forMembers,
  id: 'listMembers',
  method: 'GET',
  path: `${accountPath}/members`,
  summary: 'List the members of the account, oldest membership first',
  params: accountParams,
  query: Type.Object({
    ...pageQuery,
    role: Type.Optional(OneOf(roles, { description: 'Only members with this role' })),
  }),
  responses: { 200: { schema: PageOf(Member), description: 'A page of members' } },
  errors: ['cursor_invalid'],
})

export const changeRole = defineOperation({
  ...forOwners,
  id: 'changeRole',
  method: 'PATCH',
  path: memberPath,
  summary: 'Change the role of a member',
  description:
    'Takes effect with the next request of the person. With a lower role, the open invitations of the person are cancelled. With `access` set to `end`, the keys, clients, client ids, webhooks and programs of the person also end.',
  needsConfirmation: true,
  params: memberParams,
  body: ClosedObject({ role: OneOf(roles), access: Type.Optional(AccessChoice) }),
  responses: { 200: { schema: Member, description: 'The member' } },
  notFound: 'member_not_found',
  errors: ['last_owner'],
})

export const removeMember = defineOperation({
  ...forOwners,
  id: 'removeMember',
  method: 'DELETE',
  path: memberPath,
  summary: 'Remove a member',
  description:
    'Takes effect with the next request of the person. Open invitations of the person are cancelled, and programs that act for the person are disconnected. Keys, service clients, client ids and webhooks created by the person keep working, unless `access` is `end`: see getMemberAccess.',
  needsConfirmation: true,
  params: memberParams,
  query: Type.Object({ access: Type.Optional(AccessChoice) }),
  responses: { 204: { schema: null, description: 'The person is no longer a member of the account' } },
  notFound: 'member_not_found',
  errors: ['last_owner'],
})

export const getMemberAccess = defineOperation({
  ...forOwners,
  id: 'getMemberAccess',
  method: 'GET',
  path: `${memberPath}/access`,
  summary: 'List what a member created that can keep working without the member',
  params: memberParams,
  responses: { 200: { schema: MemberAccess, description: 'At most one thousand of each kind' } },
  notFound: 'member_not_found',
  errors: [],
})

export const leaveAccount = defineOperation({
  ...forMembers,
  id: 'leaveAccount',
  method: 'DELETE',
  path: `${accountPath}/membership`,
  summary: 'Leave the account',
  needsConfirmation: true,
  params: accountParams,
  responses: { 204: { schema: null, description: 'The person is no longer a member of the account' } },
  errors: ['last_owner'],
})

export const listInvitations = defineOperation({
  ...forOwners,
  id: 'listInvitations',
  method: 'GET',
  path: `${accountPath}/invitations`,
  summary: 'List the open invitations, newest first',
  params: accountParams,
  query: Type.Object(pageQuery),
  responses: { 200: { schema: PageOf(Invitation), description: 'A page of invitations' } },
  errors: ['cursor_invalid'],
})

export const inviteMember = defineOperation({
  ...forOwners,
  id: 'inviteMember',
  method: 'POST',
  path: `${accountPath}/invitations`,
  summary: 'Create an invitation link for the account',
  description: 'The link is shown only in this response. A new link for the same email address replaces the old one.',
  needsConfirmation: true,
  params: accountParams,
  body: NewInvitation,
  showsSecret: true,
  responses: {
    201: {
      schema: Type.Object({
        ...Invitation.properties,
        link: Type.String({ maxLength: 2048, description: 'Works once, for seven days' }),
        isMailed: IsMailed,
      }),
      description: 'The invitation with its link',
    },
  },
  errors: ['state_conflict'],
})

export const revokeInvitation = defineOperation({
  ...forOwners,
  id: 'revokeInvitation',
  method: 'DELETE',
  path: `${accountPath}/invitations/{invitationId}`,
  summary: 'Withdraw an invitation',
  needsConfirmation: true,
  params: Type.Object({ ...accountParams.properties, invitationId: Id('inv') }),
  responses: { 204: { schema: null, description: 'The invitation was withdrawn; its link no longer works' } },
  notFound: 'invitation_not_found',
  errors: [],
})

/** The operations of this file. */
export const memberOperations = [
  updateAccount,
  listMembers,
  changeRole,
  removeMember,
  getMemberAccess,
  leaveAccount,
  listInvitations,
  inviteMember,
  revokeInvitation,
] as const
