import { defineOperation } from '../../definition/operation.ts'
import { ClosedObject, Id, Nullable, OneOf, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forPeople, forVisitors } from '../console-operation.ts'
import {
  DisplayName,
  LinkToken,
  MailAddress,
  NewPassword,
  PresentedPassword,
  roles,
  SessionView,
} from '../people-model.ts'
import { maxPasskeyBodyBytes, NewPasskey } from './passkey-model.ts'

/** How people come in: the setup of the hub, links, invitations, passwords. Every success begins a session. */

const begun = { 200: { schema: SessionView, description: 'The new session, with its cookie' } }
const ownName = DisplayName(['Mia Blue'])

/** One of them, or both. */
const wayIn = { password: Type.Optional(NewPassword), passkey: Type.Optional(NewPasskey) }

export const getHubFacts = defineOperation({
  ...forVisitors,
  id: 'getHubFacts',
  method: 'GET',
  path: '/console/api/hub',
  summary: 'Get the settings for the sign-in page',
  responses: {
    200: {
      schema: Type.Object({
        name: Type.String({ maxLength: 300, description: 'Host of the public address' }),
        needsSetup: Type.Boolean({
          description: 'True if the hub has no operator yet. The hub prints a setup link when it starts',
        }),
        hasPasswords: Type.Boolean({ description: 'false if the operator disabled passwords' }),
        hasPasskeys: Type.Boolean({
          description: 'false if browsers do not offer passkeys at this address, or the operator disabled them',
        }),
        outside: Nullable(
          Type.Object(
            { name: Type.String({ maxLength: 300, description: 'The name of the provider' }) },
            {
              description: 'The external sign-in provider',
            },
          ),
        ),
        isEncrypted: Type.Boolean({ description: 'false if the connection is not encrypted' }),
      }),
      description: 'The settings',
    },
  },
  errors: [],
})

export const setUpHub = defineOperation({
  ...forVisitors,
  id: 'setUpHub',
  method: 'POST',
  path: '/console/api/setup',
  summary: 'Create the first person, who becomes the operator',
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
  summary: 'Sign in with email address and password',
  body: ClosedObject({ email: MailAddress, password: PresentedPassword }),
  responses: begun,
  errors: ['sign_in_failed', 'rate_limited', 'state_conflict'],
})

export const signInByLink = defineOperation({
  ...forVisitors,
  id: 'signInByLink',
  method: 'POST',
  path: '/console/api/sign-in/link',
  summary: 'Sign in with a link from the operator',
  body: ClosedObject({ token: LinkToken }),
  responses: begun,
  errors: ['link_invalid', 'rate_limited'],
})

export const readLink = defineOperation({
  ...forVisitors,
  id: 'readLink',
  method: 'POST',
  path: '/console/api/links/read',
  summary: 'Get the purpose of a link before it is used',
  body: ClosedObject({ token: LinkToken }),
  responses: {
    200: {
      schema: Type.Object({
        kind: OneOf(['setup', 'sign_in', 'invitation']),
        expiresAt: Timestamp,
        email: Nullable(Type.String({ maxLength: 254, description: 'The email address it is for' })),
        accountName: Nullable(Type.String({ maxLength: 200, description: 'The account that the person will join' })),
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
  summary: 'Sign up with an invitation',
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
  summary: 'Join another account while signed in as the invited person',
  body: ClosedObject({ token: LinkToken }),
  responses: {
    200: {
      schema: Type.Object({ accountId: Id('acc'), role: OneOf(roles) }),
      description: 'The person is now a member of the account',
    },
  },
  errors: ['link_invalid', 'state_conflict'],
})
