import { defineOperation } from '../operations/operation.ts'
import { ClosedObject } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { forPeople, sessionParams } from './console-operation.ts'
import { DisplayName, MailAddress, NewPassword, PresentedPassword, SessionItem, SessionView } from './people-model.ts'

/** The session of whoever asks, and the other sessions of that person. */

export const getSession = defineOperation({
  ...forPeople,
  id: 'getSession',
  method: 'GET',
  path: '/console/api/session',
  summary: 'Who is signed in, and where that person may do what',
  responses: { 200: { schema: SessionView, description: 'The session' } },
  errors: [],
})

export const confirmSession = defineOperation({
  ...forPeople,
  id: 'confirmSession',
  method: 'POST',
  path: '/console/api/session/confirm',
  summary: 'Prove once more who it is, with the password',
  body: ClosedObject({ password: PresentedPassword }),
  responses: { 200: { schema: SessionView, description: 'The session, under a new cookie' } },
  errors: ['sign_in_failed', 'state_conflict'],
})

export const signOut = defineOperation({
  ...forPeople,
  id: 'signOut',
  method: 'DELETE',
  path: '/console/api/session',
  summary: 'Sign out here',
  responses: { 204: { schema: null, description: 'The session has ended' } },
  errors: [],
})

export const listSessions = defineOperation({
  ...forPeople,
  id: 'listSessions',
  method: 'GET',
  path: '/console/api/sessions',
  summary: 'Where this person is signed in',
  responses: {
    200: {
      schema: Type.Object({ data: Type.Array(SessionItem, { maxItems: 1000 }) }),
      description: 'The sessions, the one used last first',
    },
  },
  errors: [],
})

export const endSession = defineOperation({
  ...forPeople,
  id: 'endSession',
  method: 'DELETE',
  path: '/console/api/sessions/{sessionId}',
  summary: 'Sign out somewhere else',
  params: sessionParams,
  responses: { 204: { schema: null, description: 'That session has ended' } },
  notFound: 'session_not_found',
  errors: [],
})

export const endOtherSessions = defineOperation({
  ...forPeople,
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/console/api/sessions',
  summary: 'Sign out everywhere but here, and end sign-in links and the programs that act for the person',
  responses: { 204: { schema: null, description: 'All other sessions of the person have ended' } },
  errors: [],
})

export const setPassword = defineOperation({
  ...forPeople,
  id: 'setPassword',
  method: 'POST',
  path: '/console/api/me/password',
  summary: 'Set or change the own password',
  description: 'Ends every other session of the person, its sign-in links, and the programs that act for it.',
  body: ClosedObject({ password: NewPassword }),
  needsConfirmation: true,
  responses: { 204: { schema: null, description: 'The password counts from now on' } },
  errors: ['password_refused', 'state_conflict'],
})

export const updateProfile = defineOperation({
  ...forPeople,
  id: 'updateProfile',
  method: 'PATCH',
  path: '/console/api/me',
  summary: 'Change the own name, or ask for another mail address, which waits until it is proven',
  body: ClosedObject({ name: Type.Optional(DisplayName(['Mia Blue'])), email: Type.Optional(MailAddress) }),
  needsConfirmation: true,
  responses: { 200: { schema: SessionView, description: 'Who is signed in, as it is now' } },
  errors: [],
})
