import type { Static, TProperties } from 'typebox'
import { ClosedObject, Id, Nullable, Timestamp } from '../../schema/schema.ts'
import { Type } from '../../schema/type.ts'
import { DisplayName } from '../people-model.ts'

/** Passkeys (WebAuthn level 3) as pages and hub hand them to each other. */

/** The options for the browser, as JSON. */
export const PasskeyOptions = Type.Object({
  publicKey: Type.Record(Type.String(), Type.Unknown(), { description: 'Options for navigator.credentials, as JSON' }),
})

const Base64Url = Type.String({ minLength: 1, maxLength: 20_000, pattern: '^[A-Za-z0-9_-]+$' })

/** RegistrationResponseJSON and AuthenticationResponseJSON, with the members that the hub reads. */
const Credential = <P extends TProperties>(response: P) =>
  Type.Object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response: Type.Object({ clientDataJSON: Base64Url, ...response }),
    clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
  })

const NewCredential = Credential({ attestationObject: Base64Url })
/** What the browser answers with an existing passkey. */
export const Assertion = Credential({
  authenticatorData: Base64Url,
  signature: Base64Url,
  userHandle: Type.Optional(Nullable(Base64Url)),
})

/** Of a request that carries a passkey. */
export const maxPasskeyBodyBytes = 65_536

/** A passkey that was just made, with the name its owner gives it. */
export const NewPasskey = ClosedObject({ label: DisplayName(["Mia's laptop"]), credential: NewCredential })

/** A passkey as its owner sees it. */
export const PasskeyItem = Type.Object({
  id: Id('pky'),
  label: Type.String({ maxLength: 200 }),
  isBackedUp: Type.Boolean({ description: 'True if the passkey is synced between devices' }),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
})
export type PasskeyItem = Static<typeof PasskeyItem>
