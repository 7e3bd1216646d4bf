import { defineOperation } from '../operations/operation.ts'
import { ClosedObject, Id, Nullable, OneOf, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { forPeople, forVisitors } from './console-operation.ts'
import { maxPasskeyBodyBytes, NewPasskey } from './passkey-model.ts'
import {
  DisplayName,
  LinkToken,
  MailAddress,
  NewPassword,
  PresentedPassword,
  roles,
  SessionView,
} from './people-model.ts'

/** How people come in: the setup of the hub, links, invitations, passwords. Every success begins a session. */

const begun = { 200: { schema: SessionView, description: 'The session that has begun; its cookie comes with it' } }
const ownName = DisplayName(['Mia Blue'])

/** One of them, or both. */
const wayIn = { password: Type.Optional(NewPassword), passkey: Type.Optional(NewPasskey) }

export const getHubFacts = defineOperation({
  ...forVisitors,
  id: 'getHubFacts',
  method: 'GET',
  path: '/console/api/hub',
  summary: 'What the sign-in page must know before anybody signs in',
  responses: {
    200: {
      schema: Type.Object({
        name: Type.String({ maxLength: 300, description: 'Host of the public address' }),
        needsSetup: Type.Boolean({ description: 'Nobody runs this hub yet: the setup link is printed by its start' }),
        hasPasswords: Type.Boolean({ description: 'false where the operator switched them off' }),
        hasPasskeys: Type.Boolean({
          description: 'false where browsers offer none, or the operator switched them off',
        }),
        outside: Nullable(
          Type.Object(
            { name: Type.String({ maxLength: 300, description: 'What people call it' }) },
            {
              description: 'The outside provider to sign in with',
            },
          ),
        ),
        isEncrypted: Type.Boolean({ description: 'false where anybody on the network can read along' }),
      }),
      description: 'The facts',
    },
  },
  errors: [],
})

export const setUpHub = defineOperation({
  ...forVisitors,
  id: 'setUpHub',
  method: 'POST',
  path: '/console/api/setup',
  summary: 'Make the first person, who runs the hub',
  body: ClosedObject({
    token: LinkToken,
    name: ownName,
    email: MailAddress,
    ...wayIn,
    accountName: Type.Optional(DisplayName(['Night Label'])),
  }),
  responses: begun,
  maxBodyBytes: maxPasskeyBodyBytes,
  errors: ['link_invalid', 'mail_taken', 'passkey_refused', 'password_refused', 'rate_limited', 'state_conflict'],
})

export const signInByPassword = defineOperation({
  ...forVisitors,
  id: 'signInByPassword',
  method: 'POST',
  path: '/console/api/sign-in/password',
  summary: 'Sign in with mail address and password',
  body: ClosedObject({ email: MailAddress, password: PresentedPassword }),
  responses: begun,
  errors: ['sign_in_failed', 'rate_limited', 'state_conflict'],
})

export const signInByLink = defineOperation({
  ...forVisitors,
  id: 'signInByLink',
  method: 'POST',
  path: '/console/api/sign-in/link',
  summary: 'Sign in with a link that the operator made',
  body: ClosedObject({ token: LinkToken }),
  responses: begun,
  errors: ['link_invalid', 'rate_limited'],
})

export const readLink = defineOperation({
  ...forVisitors,
  id: 'readLink',
  method: 'POST',
  path: '/console/api/links/read',
  summary: 'What a link is for, before it is used',
  body: ClosedObject({ token: LinkToken }),
  responses: {
    200: {
      schema: Type.Object({
        kind: OneOf(['setup', 'sign_in', 'invitation']),
        expiresAt: Timestamp,
        email: Nullable(Type.String({ maxLength: 254, description: 'Whom it is for' })),
        accountName: Nullable(Type.String({ maxLength: 200, description: 'The account it leads to' })),
        role: Nullable(OneOf(roles)),
      }),
      description: 'The link is valid',
    },
  },
  errors: ['link_invalid', 'rate_limited'],
})

export const signUpByInvitation = defineOperation({
  ...forVisitors,
  id: 'signUpByInvitation',
  method: 'POST',
  path: '/console/api/sign-up',
  summary: 'Become a person of this hub by an invitation',
  body: ClosedObject({ token: LinkToken, name: ownName, ...wayIn }),
  responses: begun,
  maxBodyBytes: maxPasskeyBodyBytes,
  errors: ['link_invalid', 'mail_taken', 'passkey_refused', 'password_refused', 'rate_limited', 'state_conflict'],
})

export const acceptInvitation = defineOperation({
  ...forPeople,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/console/api/invitations/accept',
  summary: 'Join one more account, being signed in as the person that was invited',
  body: ClosedObject({ token: LinkToken }),
  responses: {
    200: {
      schema: Type.Object({ accountId: Id('acc'), role: OneOf(roles) }),
      description: 'The person belongs to the account',
    },
  },
  errors: ['link_invalid', 'state_conflict'],
})
