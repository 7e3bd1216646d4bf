import { defineOperation } from '../../definition/operation.ts'
import { ClosedObject } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forPeople, sessionParams } from '../console-operation.ts'
import { DisplayName, MailAddress, NewPassword, PresentedPassword, SessionItem, SessionView } from '../people-model.ts'

/** The session of the caller, and the other sessions of that person. */

export const getSession = defineOperation({
  ...forPeople,
  id: 'getSession',
  method: 'GET',
  path: '/console/api/session',
  summary: 'Get the signed-in person with their accounts and roles',
  responses: { 200: { schema: SessionView, description: 'The session' } },
  errors: [],
})

export const confirmSession = defineOperation({
  ...forPeople,
  id: 'confirmSession',
  method: 'POST',
  path: '/console/api/session/confirm',
  summary: 'Confirm your identity with the password',
  body: ClosedObject({ password: PresentedPassword }),
  responses: { 200: { schema: SessionView, description: 'The session, with a new cookie' } },
  errors: ['sign_in_failed', 'state_conflict'],
})

export const signOut = defineOperation({
  ...forPeople,
  id: 'signOut',
  method: 'DELETE',
  path: '/console/api/session',
  summary: 'Sign out',
  responses: { 204: { schema: null, description: 'The session has ended' } },
  errors: [],
})

export const listSessions = defineOperation({
  ...forPeople,
  id: 'listSessions',
  method: 'GET',
  path: '/console/api/sessions',
  summary: 'List the sessions of this person',
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(SessionItem, { maxItems: 1000 }) }),
      description: 'The sessions, most recently used first',
    },
  },
  errors: [],
})

export const endSession = defineOperation({
  ...forPeople,
  id: 'endSession',
  method: 'DELETE',
  path: '/console/api/sessions/{sessionId}',
  summary: 'End another session',
  params: sessionParams,
  responses: { 204: { schema: null, description: 'The session was ended' } },
  notFound: 'session_not_found',
  errors: [],
})

export const endOtherSessions = defineOperation({
  ...forPeople,
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/console/api/sessions',
  summary: 'Sign out everywhere else. Also ends sign-in links and disconnects programs that act for the person',
  responses: { 204: { schema: null, description: 'All other sessions of the person have ended' } },
  errors: [],
})

export const setPassword = defineOperation({
  ...forPeople,
  id: 'setPassword',
  method: 'POST',
  path: '/console/api/me/password',
  summary: 'Set or change your password',
  description:
    'Ends all other sessions and the sign-in links of the person, and disconnects programs that act for the person.',
  body: ClosedObject({ password: NewPassword }),
  needsConfirmation: true,
  responses: { 204: { schema: null, description: 'The password was changed' } },
  errors: ['password_refused', 'state_conflict'],
})

export const updateProfile = defineOperation({
  ...forPeople,
  id: 'updateProfile',
  method: 'PATCH',
  path: '/console/api/me',
  summary: 'Change your name, or request another email address, which must be confirmed first',
  body: ClosedObject({ name: Type.Optional(DisplayName(['Mia Blue'])), email: Type.Optional(MailAddress) }),
  needsConfirmation: true,
  responses: { 200: { schema: SessionView, description: 'The signed-in person' } },
  errors: [],
})
