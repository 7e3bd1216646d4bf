import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Authenticated encryption (AES-256-GCM) of what must not be readable in a dump of the database. */

const nonceBytes = 12
const tagBytes = 16

/** A key of 32 bytes for one purpose, by HKDF-SHA-256 from the hub's secret (RFC 5869). */
export const deriveKey = (secret: Buffer, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, `spindle ${purpose}`, 32))

/** AES-256-GCM: nonce (12 bytes), tag (16 bytes), ciphertext. `key` has 32 bytes. */
export function encrypt(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws when the bytes were changed or sealed with another key. */
export function decrypt(key: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}
