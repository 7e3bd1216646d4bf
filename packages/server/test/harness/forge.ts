import { createHmac, type KeyObject, sign } from 'node:crypto'

/** Makes tokens byte by byte, so that they can be wrong in ways that no library allows. */

export const encode = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url')

/** A member set to undefined is left out; a text is used as the JSON itself. */
export type Part = string | Readonly<Record<string, unknown>>

export const textOf = (part: Part): string => (typeof part === 'string' ? part : JSON.stringify(part))

export type Signer = (input: string) => Uint8Array

export const asymmetric =
  (key: KeyObject): Signer =>
  (input) =>
    key.asymmetricKeyType === 'ed25519'
      ? sign(null, Buffer.from(input), key)
      : sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })

export const hmac =
  (secret: string | Uint8Array, hash = 'sha256'): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest()

export const constantSignature =
  (bytes: Uint8Array): Signer =>
  () =>
    bytes

export function forge(header: Part, claims: Part, signer: Signer): string {
  const input = `${encode(textOf(header))}.${encode(textOf(claims))}`
  return `${input}.${encode(signer(input))}`
}
