import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/**
 * The two halves of an X25519 key, as in age: the hub has the public one and can only write; a restore needs the secret
 * one, which the hub does not have otherwise.
 */

const publicPrefix = 'spindle-backup-public-'
const secretPrefix = 'spindle-backup-secret-'

export class BackupKeyError extends Error {
  readonly fix = 'create one with "backup key --to FILE", which prints the public key and saves the secret key in FILE'
  constructor(message: string) {
    super(message)
    this.name = 'BackupKeyError'
  }
}

/** A new secret key and its public half, as texts. */
export function generateBackupKey(): { readonly secret: string; readonly recipient: string } {
  const { privateKey } = generateKeyPairSync('x25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return { secret: `${secretPrefix}${d}.${x}`, recipient: `${publicPrefix}${x}` }
}

/** Throws BackupKeyError for anything else. */
export function parseRecipient(text: string): KeyObject {
  try {
    return publicKeyOf(afterPrefix(text, publicPrefix))
  } catch {
    throw new BackupKeyError('The public key of the backup is not valid')
  }
}

/** Throws BackupKeyError for anything else. */
export function parseSecretKey(text: string): KeyObject {
  try {
    const [d, x] = afterPrefix(text.trim(), secretPrefix).split('.')
    if (d === undefined || x === undefined) throw new Error('one half of the key is missing')
    return createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x }, format: 'jwk' })
  } catch {
    throw new BackupKeyError('The file contains no secret key of a backup')
  }
}

/** The public half of a key, as text. */
export const recipientOf = (key: KeyObject): string => `${publicPrefix}${key.export({ format: 'jwk' }).x}`

export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' })

function afterPrefix(text: string, prefix: string): string {
  if (!text.startsWith(prefix)) throw new Error('not a backup key')
  return text.slice(prefix.length)
}
