import type { Static } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { ClosedObject, Id, Nullable, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { forPeople, forVisitors } from './console-operation.ts'
import { DisplayName, LinkToken, SessionView } from './people-model.ts'

/**
 * The outside OpenID provider: the browser is sent there, comes back to a page of the console, and that page hands the
 * answer to the hub. Each request to the provider is answered once, by the browser that began it.
 */

/** Where the provider sends the browser back to, below the root of the hub. To be registered there. */
export const outsideReturnPath = '/console/sign-in/outside'

const left = {
  200: {
    schema: Type.Object({ location: Type.String({ maxLength: 8192, description: 'Where the browser goes now' }) }),
    description: 'The request; a cookie binds it to this browser',
  },
}
const begun = { 200: { schema: SessionView, description: 'The session; its cookie comes with it' } }
const answer = ClosedObject({
  answer: Type.String({
    minLength: 1,
    maxLength: 8192,
    description: 'The query that the provider sent the browser back with',
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
  summary: 'Go to the outside provider to sign in, or to come in by a link for the first time',
  body: ClosedObject({
    asksAgain: Type.Optional(
      Type.Boolean({ description: 'Let the provider ask who it is, also where it remembers somebody' }),
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
  summary: 'Sign in with what the outside provider answered',
  body: answer,
  responses: begun,
  errors: [...answerErrors, 'identity_unknown', 'link_invalid', 'mail_taken'],
})

export const beginOutsideConfirmation = defineOperation({
  ...forPeople,
  id: 'beginOutsideConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/outside/begin',
  summary: 'Go to the outside provider to prove once more who it is',
  responses: left,
  errors: beginErrors,
})

export const finishOutsideConfirmation = defineOperation({
  ...forPeople,
  id: 'finishOutsideConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/outside',
  summary: 'Prove once more who it is, by a fresh sign-in at the outside provider',
  body: answer,
  responses: begun,
  errors: answerErrors,
})

/** What the outside provider calls the person, as the person sees it. */
export const IdentityItem = Type.Object({
  id: Id('idn'),
  label: Nullable(Type.String({ maxLength: 254, description: 'Mail address or name there' })),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type IdentityItem = Static<typeof IdentityItem>

export const listIdentities = defineOperation({
  ...forPeople,
  id: 'listIdentities',
  method: 'GET',
  path: '/console/api/me/identities',
  summary: 'How the outside provider knows this person',
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(IdentityItem, { maxItems: 1 }) }),
      description: 'The identity that is connected, or none',
    },
  },
  errors: [],
})

export const beginIdentity = defineOperation({
  ...forPeople,
  id: 'beginIdentity',
  method: 'POST',
  path: '/console/api/me/identities/begin',
  summary: 'Go to the outside provider to connect an identity',
  needsConfirmation: true,
  responses: left,
  errors: beginErrors,
})

export const addIdentity = defineOperation({
  ...forPeople,
  id: 'addIdentity',
  method: 'POST',
  path: '/console/api/me/identities',
  summary: 'Connect the identity that the outside provider answered with',
  description: 'Needs no other proof than the request, which was begun by somebody who had proved who it is.',
  body: answer,
  responses: { 201: { schema: IdentityItem, description: 'It signs the person in from now on' } },
  errors: answerErrors,
})

export const deleteIdentity = defineOperation({
  ...forPeople,
  id: 'deleteIdentity',
  method: 'DELETE',
  path: '/console/api/me/identities/{identityId}',
  summary: 'Disconnect an identity, unless it is the last way in',
  needsConfirmation: true,
  params: Type.Object({ identityId: Id('idn') }),
  responses: { 204: { schema: null, description: 'It signs nobody in any more' } },
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
