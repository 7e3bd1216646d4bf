import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * An authenticator that keeps one passkey in memory, with the browser in front of it: it answers as in WebAuthn level 3
 * section 6, always with user verification, and without attestation. Its key is ES256 (RFC 9053).
 */
export interface Authenticator {
  /** Base64url, as the hub stores it. */
  readonly credentialId: string
  /** What a page sends for a new passkey, from the answer of a `begin...` operation. */
  create(publicKey: CreationOptions): NewCredential
  /** What a page sends for a use of that passkey. */
  get(publicKey: RequestOptions): Assertion
}

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

export interface NewCredential extends CredentialHead {
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string }
}

export interface Assertion extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle: string | null
  }
}

interface CredentialHead {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: object
}

/** User present and verified, a passkey that may be backed up and is. */
const useFlags = 0x1d
const hasCredentialFlag = 0x40

/** `origin` is that of the requesting page. */
export function openAuthenticator(origin: string): Authenticator {
  const { publicKey: ownKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const idBytes = randomBytes(16)
  const id = idBytes.toString('base64url')
  const head = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  let counter = 0
  let userHandle: string | null = null
  const clientDataOf = (type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const dataOf = (rpId: string, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
  }
  return {
    credentialId: id,
    create({ challenge, rp, user }) {
      userHandle = user.id
      const { x = '', y = '' } = ownKey.export({ format: 'jwk' })
      const noMake = Buffer.alloc(16)
      const idLength = Buffer.from([0, idBytes.length])
      const data = Buffer.concat([
        dataOf(rp.id, useFlags | hasCredentialFlag),
        noMake,
        idLength,
        idBytes,
        coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')),
      ])
      const clientDataJSON = clientDataOf('webauthn.create', challenge).toString('base64url')
      return { ...head, response: { clientDataJSON, attestationObject: attestation(data).toString('base64url') } }
    },
    get({ challenge, rpId }) {
      const clientData = clientDataOf('webauthn.get', challenge)
      const data = dataOf(rpId, useFlags)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        ...head,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** RFC 9052 section 7 in CBOR: kty EC2, alg ES256, crv P-256, x, y. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ])

/** The attestation object in CBOR: format "none", an empty statement, and the data of the authenticator. */
const attestation = (data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    textOf('fmt'),
    textOf('none'),
    textOf('attStmt'),
    Buffer.from([0xa0]),
    textOf('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])

/** Of fewer than 24 characters. */
const textOf = (text: string): Buffer => Buffer.from([0x60 + text.length, ...Buffer.from(text)])
