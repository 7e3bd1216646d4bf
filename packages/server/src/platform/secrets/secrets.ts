import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sha256 } from '../values/sha256.ts'

/**
 * Secrets that the hub issues: a prefix, 32 base62 characters of randomness (190 bits) and 6 base62 characters of
 * CRC-32 over everything before. The hub and secret scanners can check form and checksum without a look-up.
 */
export type SecretPrefix = 'spn_' | 'spcs_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 32
const checksumLength = 6
// Bytes from here on would make the first characters of the alphabet more likely than the rest.
const fairBytes = 256 - (256 % alphabet.length)

/** A new secret. */
export function makeSecret(prefix: SecretPrefix): string {
  let body = ''
  while (body.length < bodyLength) {
    for (const byte of randomBytes(bodyLength)) {
      if (byte < fairBytes && body.length < bodyLength) body += alphabet[byte % alphabet.length]
    }
  }
  return withChecksum(prefix + body)
}

/**
 * True if the text has the prefix, length, alphabet and checksum of a secret; it does not show whether the secret is
 * valid.
 */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  const length = prefix.length + bodyLength + checksumLength
  if (text.length !== length || !text.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(text.slice(prefix.length)))
    return false
  return withChecksum(text.slice(0, -checksumLength)) === text
}

/** The stored form of a secret. A slow hash would not add security at 190 bits and would cost 90 ms per request. */
export const digestOf = (secret: string): Buffer => sha256(secret)

/** First 8 and last 4 characters, so that people can distinguish secrets. */
export const hintOf = (secret: string): string => `${secret.slice(0, 8)}…${secret.slice(-4)}`

function withChecksum(text: string): string {
  let checksum = ''
  for (let rest = crc32(text), i = 0; i < checksumLength; i++, rest = Math.floor(rest / alphabet.length))
    checksum = alphabet[rest % alphabet.length] + checksum
  return text + checksum
}
