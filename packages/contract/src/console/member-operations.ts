import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { ClosedObject, Id, OneOf, PageOf, pageQuery, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { accountParams, accountPath, forMembers, forOwners } from './console-operation.ts'
import { DisplayName, MailAddress, roles } from './people-model.ts'

/** Who belongs to an account as what, and who was asked to. */

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
  keys: Made('API keys that work, made by the person or a client of theirs'),
  clients: Made('Service clients that work'),
  webhooks: Made('Webhooks whose address the person, or a key or client of theirs, has set; named by it'),
  programs: Made('Programs that act for the person; they end with the membership'),
  invitations: Made('Unused invitations, named by the address; they end with the right to invite'),
})
export type MemberAccess = Static<typeof MemberAccess>

/** Whether what a person made stays or ends with the person's rights. */
export const accessChoices = ['keep', 'end'] as const
/** One of `accessChoices`. */
export type AccessChoice = (typeof accessChoices)[number]
export const AccessChoice = OneOf(accessChoices, {
  description:
    'What becomes of the keys, clients, webhooks and programs of the person; `keep` unless it says otherwise',
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
  summary: 'List the members of the account, longest there first',
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
  summary: 'Change what a member may do',
  description:
    'Counts from the next request of that person on. With less to say, the open invitations of the person end, and with `access` what it made.',
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
    'Counts from the next request of that person on. Open invitations of the person end, and programs that act for it. Keys, service clients and webhooks it made keep working, unless `access` is `end`: see getMemberAccess.',
  needsConfirmation: true,
  params: memberParams,
  query: Type.Object({ access: Type.Optional(AccessChoice) }),
  responses: { 204: { schema: null, description: 'The person no longer belongs to the account' } },
  notFound: 'member_not_found',
  errors: ['last_owner'],
})

export const getMemberAccess = defineOperation({
  ...forOwners,
  id: 'getMemberAccess',
  method: 'GET',
  path: `${memberPath}/access`,
  summary: 'What a member made that may keep working without the member',
  params: memberParams,
  responses: { 200: { schema: MemberAccess, description: 'At most a thousand of each kind' } },
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
  responses: { 204: { schema: null, description: 'The person no longer belongs to the account' } },
  errors: ['last_owner'],
})

export const listInvitations = defineOperation({
  ...forOwners,
  id: 'listInvitations',
  method: 'GET',
  path: `${accountPath}/invitations`,
  summary: 'List the invitations nobody has used yet, newest first',
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
  summary: 'Make a link by which somebody joins the account',
  description: 'The link is shown here and never again. A newer one for the same address ends the older one.',
  needsConfirmation: true,
  params: accountParams,
  body: NewInvitation,
  showsSecret: true,
  responses: {
    201: {
      schema: Type.Object({
        ...Invitation.properties,
        link: Type.String({ maxLength: 2048, description: 'Works once, for seven days' }),
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
  responses: { 204: { schema: null, description: 'Its link no longer works' } },
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
