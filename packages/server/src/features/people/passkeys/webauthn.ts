import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import { AppError } from '@spindle/contract'

/**
 * WebAuthn (level 3) as the hub uses it: discoverable passkeys with user verification on the device, and no attestation
 * of the device's make. Origin and relying party follow only from the public address. The library is loaded with the
 * first passkey: it is large, and most starts do not need it.
 */
export interface RelyingParty {
  readonly id: string
  readonly name: string
  readonly origin: string
}

/** Undefined if browsers do not offer passkeys: over plain http, and at a bare IP address. */
export function findRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, name: `Spindle at ${hostname}`, origin }
}

const load = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256 (RFC 9053): the algorithms of authenticators. */
const algorithms = [-8, -7, -257]
const timeoutMs = 300_000

export interface KnownCredential {
  readonly credentialId: string
  readonly transports: readonly string[]
}

const descriptorOf = ({ credentialId, transports }: KnownCredential) => ({
  id: credentialId,
  transports: [...transports],
})

interface NewPasskeyQuestion {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly known: readonly KnownCredential[]
}

export async function makeCreationOptions(
  { id, name }: RelyingParty,
  { challenge, user, known }: NewPasskeyQuestion,
): Promise<object> {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    challenge: fromBase64Url(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

export async function makeRequestOptions(
  { id }: RelyingParty,
  { challenge, known }: Pick<NewPasskeyQuestion, 'challenge' | 'known'>,
): Promise<object> {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: id,
    challenge: fromBase64Url(challenge),
    timeout: timeoutMs,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf),
  })
}

export interface VerifiedPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly isBackedUp: boolean
}

/** Throws `passkey_refused`. */
export async function verifyNewPasskey(
  { id, origin }: RelyingParty,
  credential: object,
  challenge: string,
): Promise<VerifiedPasskey> {
  const { verifyRegistrationResponse } = await load()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refusal)
  if (!verified || !registrationInfo) throw refused()
  const { credential: made, credentialBackedUp: isBackedUp } = registrationInfo
  const { counter, transports = [] } = made
  return { credentialId: made.id, publicKey: Buffer.from(made.publicKey), counter, transports, isBackedUp }
}

/** Throws `passkey_refused`. */
export async function verifyUse(
  { id, origin }: RelyingParty,
  { credential, challenge }: { readonly credential: object; readonly challenge: string },
  known: Pick<VerifiedPasskey, 'credentialId' | 'publicKey' | 'counter'>,
): Promise<Pick<VerifiedPasskey, 'counter' | 'isBackedUp'>> {
  const { verifyAuthenticationResponse } = await load()
  const stored: WebAuthnCredential = {
    id: known.credentialId,
    publicKey: new Uint8Array(known.publicKey),
    counter: known.counter,
  }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: stored,
    requireUserVerification: true,
  }).catch(refusal)
  if (!verified) throw refused()
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
}

/** The challenge in the browser's answer; undefined without one. */
export function findChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

export const refused = (cause?: unknown): AppError =>
  new AppError('passkey_refused', {
    detail: 'This passkey is unknown or could not be verified. Try again, or sign in another way.',
    cause,
  })

/** Any error of the library is caused by the bytes it received. */
const refusal = (error: unknown): never => {
  throw refused(error)
}
