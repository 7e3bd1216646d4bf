import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Authenticated encryption (AES-256-GCM) of values that must not be readable in a dump of the database. */

const nonceBytes = 12
const tagBytes = 16

/** Secrets, or keys of 32 bytes: the first one is used for new values, all of them open and verify existing ones. */
export type Keys = readonly [current: Buffer, ...others: Buffer[]]

/** A key of 32 bytes for one purpose, by HKDF-SHA-256 from a secret of the hub (RFC 5869). */
export const deriveKey = (secret: Buffer, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `spindle ${purpose}`, 32))

/** The keys for one purpose, one for each secret. */
export const deriveKeys = ([current, ...others]: Keys, purpose: string, salt?: string): Keys => [
  deriveKey(current, purpose, salt),
  ...others.map((secret) => deriveKey(secret, purpose, salt)),
]

/** Whether `presented` is the result of `sign` with one of the keys. */
export const isSignedByAny = (keys: readonly Buffer[], sign: (key: Buffer) => Buffer, presented: Uint8Array): boolean =>
  keys.some((key) => {
    const expected = sign(key)
    return expected.length === presented.length && timingSafeEqual(expected, presented)
  })

/** AES-256-GCM: nonce (12 bytes), tag (16 bytes), ciphertext. */
export function encrypt([key]: Keys, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws if the bytes were changed or sealed with another key. */
export function decrypt(keys: Keys, sealed: Uint8Array): string {
  const plain = tryToDecrypt(keys, sealed)
  if (plain === undefined) throw new Error('Encrypted data was changed, or was encrypted with another SPINDLE_SECRET')
  return plain
}

/** Undefined if the bytes were changed or sealed with another key. */
export function tryToDecrypt(keys: Keys, sealed: Uint8Array): string | undefined {
  for (const key of keys) {
    const plain = openWith(key, sealed)
    if (plain !== undefined) return plain
  }
  return undefined
}

function openWith(key: Buffer, sealed: Uint8Array): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
