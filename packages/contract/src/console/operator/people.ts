import type { Static } from 'typebox'
import { limits } from '../../definition/limits.ts'
import { defineOperation, type Operation } from '../../definition/operation.ts'
import { ClosedObject, Id, Nullable, OneOf, PageOf, pageQuery, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forOperators } from '../console-operation.ts'
import { AccessChoice, MemberAccess } from '../member-operations.ts'
import { addressProofs, DisplayName, IsMailed, MailAddress, roles } from '../people-model.ts'

/** Accounts and people of the hub. Decisions on people need a proof of who decides. */

const name = Type.String({ maxLength: 200 })
const search = Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of a name or address' }))

/** A link by which a person signs in; only the answer that creates it shows it. */
export const MadeLink = Type.Object({
  accountId: Nullable(Id('acc')),
  link: Type.String({ maxLength: 2048 }),
  isMailed: IsMailed,
  expiresAt: Timestamp,
})
export type MadeLink = Static<typeof MadeLink>

const counts = {
  releases: Type.Integer({ minimum: 0 }),
  documentBytes: Type.Integer({ minimum: 0 }),
  openUploads: Type.Integer({ minimum: 0 }),
  storedBytes: Type.Integer({ minimum: 0 }),
  waitingAnalyses: Type.Integer({ minimum: 0 }),
}

/** Larger limits of an account that moves its catalog in. */
const moveInMembers = {
  until: { ...Timestamp, description: 'When the usual limits apply again' },
  factor: Type.Integer({
    minimum: limits.minMoveInFactor,
    maximum: limits.maxMoveInFactor,
    description: 'How many times the usual requests per minute',
  }),
  storedBytes: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How much the account may store, if that is more than usual',
    }),
  ),
}

export const AccountItem = Type.Object({
  id: Id('acc'),
  name,
  createdAt: Timestamp,
  usage: Type.Object(counts),
  quotas: Type.Object(counts, { description: 'The limits for each account, without a move' }),
  moveIn: Type.Optional(
    Type.Object(moveInMembers, { description: 'While the limits are raised because the account moves its catalog in' }),
  ),
})
export type AccountItem = Static<typeof AccountItem>

export const listAccounts = defineOperation({
  ...forOperators,
  id: 'listAccounts',
  method: 'GET',
  path: '/console/api/operator/accounts',
  summary: 'List the accounts with their usage, newest first',
  query: Type.Object({ ...pageQuery, query: search }),
  responses: { 200: { schema: PageOf(AccountItem), description: 'The accounts' } },
  errors: ['cursor_invalid'],
})

export const createAccount = defineOperation({
  ...forOperators,
  id: 'createAccount',
  method: 'POST',
  path: '/console/api/operator/accounts',
  summary: 'Create an account for a label or distributor',
  body: ClosedObject({ name: DisplayName(['Night Label']) }),
  responses: { 201: { schema: AccountItem, description: 'The account' } },
  errors: [],
})

export const inviteToAccount = defineOperation({
  ...forOperators,
  id: 'inviteToAccount',
  method: 'POST',
  path: '/console/api/operator/accounts/{accountId}/invitations',
  summary: 'Create an invitation link for an account. It works once, for 7 days',
  needsConfirmation: true,
  showsSecret: true,
  params: Type.Object({ accountId: Id('acc') }),
  body: ClosedObject({ email: MailAddress, role: OneOf(roles) }),
  responses: { 201: { schema: MadeLink, description: 'The link. It is not shown again' } },
  notFound: 'account_not_found',
  errors: [],
})

export const PersonItem = Type.Object({
  id: Id('usr'),
  name,
  email: Type.String({ maxLength: 254 }),
  emailProvenBy: Nullable(OneOf(addressProofs, { description: 'How the address was confirmed; null if it was not' })),
  pendingEmail: Nullable(
    Type.String({ maxLength: 254, description: 'The address that the person requested, which is not confirmed' }),
  ),
  isOperator: Type.Boolean(),
  hasPassword: Type.Boolean(),
  passkeys: Type.Integer({ minimum: 0, maximum: 1000 }),
  hasIdentity: Type.Boolean({ description: 'Connected with the external provider' }),
  createdAt: Timestamp,
  disabledAt: Nullable(Timestamp),
  memberships: Type.Array(Type.Object({ accountId: Id('acc'), accountName: name, role: OneOf(roles) }), {
    maxItems: 10_000,
  }),
})
export type PersonItem = Static<typeof PersonItem>

const moveIn = {
  ...forOperators,
  path: '/console/api/operator/accounts/{accountId}/move-in',
  params: Type.Object({ accountId: Id('acc') }),
  responses: { 204: { schema: null, description: 'Done' } },
  notFound: 'account_not_found',
  errors: [],
} as const

export const openMoveIn = defineOperation({
  ...moveIn,
  id: 'openMoveIn',
  method: 'PUT',
  summary: 'Raise the limits of an account until an instant, while it moves its catalog in',
  body: ClosedObject(moveInMembers),
})

export const endMoveIn = defineOperation({
  ...moveIn,
  id: 'endMoveIn',
  method: 'DELETE',
  summary: 'Restore the usual limits of an account. Nothing happens if they are not raised',
})

export const listPeople = defineOperation({
  ...forOperators,
  id: 'listPeople',
  method: 'GET',
  path: '/console/api/operator/people',
  summary: 'List the people of this hub, newest first',
  query: Type.Object({
    ...pageQuery,
    query: search,
    kind: Type.Optional(OneOf(['operator', 'disabled'], { description: 'Only operators, or only blocked people' })),
  }),
  responses: { 200: { schema: PageOf(PersonItem), description: 'The people' } },
  errors: ['cursor_invalid'],
})

const person = {
  ...forOperators,
  method: 'POST',
  needsConfirmation: true,
  params: Type.Object({ userId: Id('usr') }),
  notFound: 'user_not_found',
} as const
const done = { 204: { schema: null, description: 'Done' } }
const path = '/console/api/operator/people/{userId}'

export const setOperator = defineOperation({
  ...person,
  id: 'setOperator',
  path: `${path}/operator`,
  summary: 'Give a person the operator role, or remove it',
  body: ClosedObject({ isOperator: Type.Boolean() }),
  responses: done,
  errors: ['last_operator', 'state_conflict'],
})

export const getPersonAccess = defineOperation({
  ...forOperators,
  id: 'getPersonAccess',
  method: 'GET',
  path: `${path}/access`,
  summary: 'List what a person created, by account, that keeps working without the person',
  params: person.params,
  responses: {
    200: {
      schema: Type.Object({
        data: Type.Array(Type.Object({ accountId: Id('acc'), accountName: name, ...MemberAccess.properties }), {
          maxItems: 10_000,
        }),
      }),
      description: 'The accounts in which the person created something',
    },
  },
  notFound: 'user_not_found',
  errors: [],
})

export const disablePerson = defineOperation({
  ...person,
  id: 'disablePerson',
  path: `${path}/disable`,
  summary: 'Block a person. All their sessions, links, invitations and programs end immediately',
  query: Type.Object({ access: Type.Optional(AccessChoice) }),
  responses: done,
  errors: ['last_operator'],
})

export const enablePerson = defineOperation({
  ...person,
  id: 'enablePerson',
  path: `${path}/enable`,
  summary: 'Unblock a person',
  responses: done,
  errors: [],
})

export const setAddress = defineOperation({
  ...person,
  id: 'setAddress',
  path: `${path}/address`,
  summary: 'Confirm the requested email address of a person. It replaces the previous one',
  body: ClosedObject({ email: MailAddress }),
  responses: done,
  errors: ['mail_taken'],
})

export const makeSignInLink = defineOperation({
  ...person,
  id: 'makeSignInLink',
  path: `${path}/sign-in-link`,
  summary: 'Create a sign-in link for a person who cannot sign in. It works once, for 30 minutes',
  showsSecret: true,
  responses: { 201: { schema: MadeLink, description: 'The link. It is not shown again' } },
  errors: ['state_conflict'],
})

export const peopleOperations: readonly Operation[] = [
  listAccounts,
  createAccount,
  inviteToAccount,
  openMoveIn,
  endMoveIn,
  listPeople,
  setOperator,
  getPersonAccess,
  disablePerson,
  enablePerson,
  setAddress,
  makeSignInLink,
]
