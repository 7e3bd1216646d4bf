import { defineOperation } from '../../definition/operation.ts'
import { ClosedObject, Id } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { forPeople, forVisitors } from '../console-operation.ts'
import { DisplayName, LinkToken, MailAddress, SessionView } from '../people-model.ts'
import { Assertion, maxPasskeyBodyBytes, NewPasskey, PasskeyItem, PasskeyOptions } from './passkey-model.ts'

/**
 * Passkeys (WebAuthn level 3). `begin...` answers what `PublicKeyCredential.parse...OptionsFromJSON` reads; what the
 * browser makes of it goes back as its `toJSON()` writes it. A question is answered once, within five minutes.
 */

const asked = { 200: { schema: PasskeyOptions, description: 'Options for the browser' } }
const begun = { 200: { schema: SessionView, description: 'The session, with its cookie' } }

export const beginPasskeySignIn = defineOperation({
  ...forVisitors,
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/console/api/sign-in/passkey/begin',
  summary: 'Get options to sign in with a passkey',
  responses: asked,
  errors: ['rate_limited', 'state_conflict'],
})

export const finishPasskeySignIn = defineOperation({
  ...forVisitors,
  id: 'finishPasskeySignIn',
  method: 'POST',
  path: '/console/api/sign-in/passkey',
  summary: 'Sign in with a passkey',
  body: ClosedObject({ credential: Assertion }),
  maxBodyBytes: maxPasskeyBodyBytes,
  responses: begun,
  errors: ['passkey_refused', 'rate_limited'],
})

export const beginFirstPasskey = defineOperation({
  ...forVisitors,
  id: 'beginFirstPasskey',
  method: 'POST',
  path: '/console/api/links/passkey/begin',
  summary: 'Get options to create a passkey with a setup link or an invitation',
  description: 'Creates nothing. Send the passkey with setUpHub or signUpByInvitation.',
  body: ClosedObject({
    token: LinkToken,
    name: DisplayName(['Mia Blue']),
    email: Type.Optional({
      ...MailAddress,
      description: 'Only with a setup link; an invitation already has an email address',
    }),
  }),
  responses: asked,
  errors: ['link_invalid', 'mail_taken', 'rate_limited', 'state_conflict'],
})

export const beginPasskeyConfirmation = defineOperation({
  ...forPeople,
  id: 'beginPasskeyConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/passkey/begin',
  summary: 'Get options to use one of your passkeys',
  responses: asked,
  errors: ['state_conflict'],
})

export const finishPasskeyConfirmation = defineOperation({
  ...forPeople,
  id: 'finishPasskeyConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/passkey',
  summary: 'Confirm your identity with a passkey',
  body: ClosedObject({ credential: Assertion }),
  maxBodyBytes: maxPasskeyBodyBytes,
  responses: begun,
  errors: ['passkey_refused'],
})

export const listPasskeys = defineOperation({
  ...forPeople,
  id: 'listPasskeys',
  method: 'GET',
  path: '/console/api/me/passkeys',
  summary: 'List your passkeys',
  responses: {
    200: { schema: Type.Object({ data: Type.Array(PasskeyItem, { maxItems: 1000 }) }), description: 'The passkeys' },
  },
  errors: [],
})

export const beginPasskey = defineOperation({
  ...forPeople,
  id: 'beginPasskey',
  method: 'POST',
  path: '/console/api/me/passkeys/begin',
  summary: 'Get options to create a passkey',
  needsConfirmation: true,
  responses: asked,
  errors: ['state_conflict'],
})

export const addPasskey = defineOperation({
  ...forPeople,
  id: 'addPasskey',
  method: 'POST',
  path: '/console/api/me/passkeys',
  summary: 'Add a new passkey',
  needsConfirmation: true,
  body: NewPasskey,
  maxBodyBytes: maxPasskeyBodyBytes,
  responses: { 201: { schema: PasskeyItem, description: 'The passkey' } },
  errors: ['passkey_refused', 'state_conflict'],
})

const params = Type.Object({ passkeyId: Id('pky') })

export const renamePasskey = defineOperation({
  ...forPeople,
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/console/api/me/passkeys/{passkeyId}',
  summary: 'Rename a passkey',
  params,
  body: ClosedObject({ label: DisplayName(["Mia's laptop"]) }),
  responses: { 200: { schema: PasskeyItem, description: 'The passkey' } },
  notFound: 'passkey_not_found',
  errors: [],
})

export const deletePasskey = defineOperation({
  ...forPeople,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/console/api/me/passkeys/{passkeyId}',
  summary: 'Delete a passkey',
  description: 'The last sign-in method cannot be removed.',
  needsConfirmation: true,
  params,
  responses: { 204: { schema: null, description: 'The passkey was deleted' } },
  notFound: 'passkey_not_found',
  errors: ['state_conflict'],
})
