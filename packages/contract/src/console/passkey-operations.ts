import type { Static, TProperties } from 'typebox'
import { defineOperation } from '../operations/operation.ts'
import { ClosedObject, Id, Nullable, Timestamp } from '../schema/schema.ts'
import { Type } from '../schema/type.ts'
import { forPeople, forVisitors } from './console-operation.ts'
import { DisplayName, SessionView } from './people-model.ts'

/**
 * Passkeys (WebAuthn level 3). `begin...` answers what `PublicKeyCredential.parse...OptionsFromJSON` reads; what the
 * browser makes of it goes back as its `toJSON()` writes it. A question is answered once, within five minutes.
 */

const PasskeyOptions = Type.Object({
  publicKey: Type.Record(Type.String(), Type.Unknown(), { description: 'Options for navigator.credentials, as JSON' }),
})

const Base64Url = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' })

/** RegistrationResponseJSON and AuthenticationResponseJSON, as far as the hub reads them. */
const Credential = <P extends TProperties>(response: P) =>
  Type.Object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response: Type.Object({ clientDataJSON: Base64Url, ...response }),
    clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
  })

const NewCredential = Credential({ attestationObject: Base64Url })
const Assertion = Credential({
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: Type.Optional(Nullable(Base64Url)),
})
const maxBodyBytes = 65_536

/** A passkey as its owner sees it. */
export const PasskeyItem = Type.Object({
  id: Id('pky'),
  label: Type.String({ maxLength: 200 }),
  isBackedUp: Type.Boolean({ description: 'It lives on more than one device' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type PasskeyItem = Static<typeof PasskeyItem>

const asked = { 200: { schema: PasskeyOptions, description: 'What to ask the browser for' } }
const begun = { 200: { schema: SessionView, description: 'The session; its cookie comes with it' } }

export const beginPasskeySignIn = defineOperation({
  ...forVisitors,
  id: 'beginPasskeySignIn',
  method: 'POST',
  path: '/console/api/sign-in/passkey/begin',
  summary: 'Ask for any passkey of this hub',
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
  maxBodyBytes,
  responses: begun,
  errors: ['passkey_refused', 'rate_limited'],
})

export const beginPasskeyConfirmation = defineOperation({
  ...forPeople,
  id: 'beginPasskeyConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/passkey/begin',
  summary: 'Ask for one of the own passkeys',
  responses: asked,
  errors: ['state_conflict'],
})

export const finishPasskeyConfirmation = defineOperation({
  ...forPeople,
  id: 'finishPasskeyConfirmation',
  method: 'POST',
  path: '/console/api/session/confirm/passkey',
  summary: 'Prove once more who it is, with a passkey',
  body: ClosedObject({ credential: Assertion }),
  maxBodyBytes,
  responses: begun,
  errors: ['passkey_refused'],
})

export const listPasskeys = defineOperation({
  ...forPeople,
  id: 'listPasskeys',
  method: 'GET',
  path: '/console/api/me/passkeys',
  summary: 'List the own passkeys',
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
  summary: 'Ask for a new passkey',
  needsConfirmation: true,
  responses: asked,
  errors: ['state_conflict'],
})

export const addPasskey = defineOperation({
  ...forPeople,
  id: 'addPasskey',
  method: 'POST',
  path: '/console/api/me/passkeys',
  summary: 'Keep a new passkey',
  needsConfirmation: true,
  body: ClosedObject({ label: DisplayName(["Mia's laptop"]), credential: NewCredential }),
  maxBodyBytes,
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
  summary: 'Forget a passkey',
  description: 'The last way to sign in cannot be removed.',
  needsConfirmation: true,
  params,
  responses: { 204: { schema: null, description: 'It no longer signs anybody in' } },
  notFound: 'passkey_not_found',
  errors: ['state_conflict'],
})
