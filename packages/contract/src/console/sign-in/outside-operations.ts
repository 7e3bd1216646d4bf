import type { Static } from 'typebox'
import { defineOperation } from '../../definition/operation.ts'
import { ClosedObject, Id, Nullable, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forPeople, forVisitors } from '../console-operation.ts'
import { DisplayName, LinkToken, SessionView } from '../people-model.ts'

/**
 * The outside OpenID provider: the browser is sent there, comes back to a page of the console, and that page hands the
 * answer to the hub. Each request to the provider is answered once, by the browser that began it.
 */

/** Where the provider sends the browser back to, below the root of the hub. To be registered there. */
export const outsideReturnPath = '/console/sign-in/outside'

const left = {
  200: {
    schema: Type.Object({
      location: Type.String({ maxLength: 8192, description: 'The URL to open next in the browser' }),
    }),
    description: 'The request; a cookie binds it to this browser',
  },
}
const begun = { 200: { schema: SessionView, description: 'The session, with its cookie' } }
const answer = ClosedObject({
  answer: Type.String({
    minLength: 1,
    maxLength: 8192,
    description: 'The query string with which the provider redirected the browser',
    examples: ['code=SplxlOBeZQQYbYS6WxSbIA&state=sign_in.af0ifjsldkj'],
  }),
})
const beginErrors = ['provider_unavailable', 'state_conflict', 'rate_limited'] as const
const answerErrors = [...beginErrors, 'outside_sign_in_refused'] as const

export const beginOutsideSignIn = defineOperation({
  ...forVisitors,
  id: 'beginOutsideSignIn',
  method: 'POST',
  path: '/console/api/sign-in/outside/begin',
  summary: 'Start a sign-in at the external provider, or a first sign-in with a link',
  body: ClosedObject({
    asksAgain: Type.Optional(
      Type.Boolean({
        description: 'Make the provider ask for the account, even if a person is already signed in there',
      }),
    ),
    link: Type.Optional(
      ClosedObject({
        token: LinkToken,
        name: DisplayName(['Mia Blue']),
        accountName: Type.Optional(DisplayName(['Night Label'])),
      }),
    ),
  }),
  responses: left,
  errors: [...beginErrors, 'link_invalid'],
})

export const finishOutsideSignIn = defineOperation({
  ...forVisitors,
  id: 'finishOutsideSignIn',
  method: 'POST',
  path: '/console/api/sign-in/outside',
  summary: 'Sign in with the response of the external provider',
  body: answer,
  responses: begun,
  errors: [...answerErrors, 'identity_unknown', 'link_invalid', 'mail_taken'],
})

export const beginOutsideConfirmation = defineOperation({
  ...forPeople,
  id: 'beginOutsideConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/outside/begin',
  summary: 'Start a confirmation of identity at the external provider',
  responses: left,
  errors: beginErrors,
})

export const finishOutsideConfirmation = defineOperation({
  ...forPeople,
  id: 'finishOutsideConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/outside',
  summary: 'Confirm your identity with a new sign-in at the external provider',
  body: answer,
  responses: begun,
  errors: answerErrors,
})

/** What the outside provider calls the person, as the person sees it. */
export const IdentityItem = Type.Object({
  id: Id('idn'),
  label: Nullable(Type.String({ maxLength: 254, description: 'Email address or name at the provider' })),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type IdentityItem = Static<typeof IdentityItem>

export const listIdentities = defineOperation({
  ...forPeople,
  id: 'listIdentities',
  method: 'GET',
  path: '/console/api/me/identities',
  summary: 'The identity of this person at the external provider',
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(IdentityItem, { maxItems: 1 }) }),
      description: 'The connected identity, or null',
    },
  },
  errors: [],
})

export const beginIdentity = defineOperation({
  ...forPeople,
  id: 'beginIdentity',
  method: 'POST',
  path: '/console/api/me/identities/begin',
  summary: 'Start connecting an identity at the external provider',
  needsConfirmation: true,
  responses: left,
  errors: beginErrors,
})

export const addIdentity = defineOperation({
  ...forPeople,
  id: 'addIdentity',
  method: 'POST',
  path: '/console/api/me/identities',
  summary: 'Connect the identity from the response of the external provider',
  description: 'Needs no further confirmation, because the person confirmed their identity when the request started.',
  body: answer,
  responses: { 201: { schema: IdentityItem, description: 'The person can now sign in with it' } },
  errors: answerErrors,
})

export const deleteIdentity = defineOperation({
  ...forPeople,
  id: 'deleteIdentity',
  method: 'DELETE',
  path: '/console/api/me/identities/{identityId}',
  summary: 'Disconnect an identity, unless it is the last sign-in method',
  needsConfirmation: true,
  params: Type.Object({ identityId: Id('idn') }),
  responses: { 204: { schema: null, description: 'The identity was disconnected' } },
  notFound: 'identity_not_found',
  errors: ['state_conflict'],
})

export const outsideOperations = [
  beginOutsideSignIn,
  finishOutsideSignIn,
  beginOutsideConfirmation,
  finishOutsideConfirmation,
  listIdentities,
  beginIdentity,
  addIdentity,
  deleteIdentity,
] as const
