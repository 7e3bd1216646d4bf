import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Keys as people have them: OpenSSH's own form, and the PEM of others (PKCS1, SEC1, PKCS8). The library reads no PKCS8, so
 * such a key is written anew.
 */

export class KeyRefused extends Error {}

/** The key as the library reads it. Throws `KeyRefused`, with what to do, for one it cannot use. */
export async function readPrivateKey(text: string): Promise<string> {
  const key = /^-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text.trimStart()) ? fromPkcs8(text) : text
  const { utils } = (await import('ssh2')).default
  const parsed = utils.parseKey(key)
  if (parsed instanceof Error)
    throw /encrypted/i.test(parsed.message)
      ? withPassphrase()
      : new KeyRefused(`This is not a private key: ${readable}.`)
  if (!parsed.isPrivateKey())
    throw new KeyRefused('This is a public key. Use the private key, in the file without .pub.')
  if (parsed.type === 'ssh-dss') throw new KeyRefused(`Servers no longer accept DSA keys: ${readable}.`)
  return key
}

const readable = 'create one with ssh-keygen -t ed25519'
const withPassphrase = (): KeyRefused =>
  new KeyRefused('The key has a passphrase, which the hub cannot enter. Remove it with ssh-keygen -p.')

function fromPkcs8(text: string): string {
  if (text.includes('BEGIN ENCRYPTED')) throw withPassphrase()
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    throw new KeyRefused(`This is not a private key: ${readable}.`)
  }
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return key.export({ type: 'pkcs1', format: 'pem' }).toString()
    case 'ec':
      return key.export({ type: 'sec1', format: 'pem' }).toString()
    case 'ed25519':
      return writeEd25519(key)
    default:
      throw new KeyRefused(`SSH does not support keys of the type ${key.asymmetricKeyType}: ${readable}.`)
  }
}

/** PROTOCOL.key of OpenSSH: without a cipher, with one key. */
function writeEd25519(key: KeyObject): string {
  const { x = '', d = '' } = key.export({ format: 'jwk' })
  const [publicKey, seed] = [Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')]
  const type = lengthPrefixed(Buffer.from('ssh-ed25519'))
  const check = randomBytes(4)
  const secret = Buffer.concat([
    ...[check, check, type, lengthPrefixed(publicKey)],
    ...[lengthPrefixed(Buffer.concat([seed, publicKey])), lengthPrefixed(Buffer.alloc(0))],
  ])
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1))
  const none = lengthPrefixed(Buffer.from('none'))
  const whole = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), none, none, lengthPrefixed(Buffer.alloc(0)), Buffer.from([0, 0, 0, 1])],
    lengthPrefixed(Buffer.concat([type, lengthPrefixed(publicKey)])),
    lengthPrefixed(Buffer.concat([secret, padding])),
  ])
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? []
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`
}

function lengthPrefixed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
