import { createHmac, randomBytes } from 'node:crypto'

/** Signatures and secrets as Standard Webhooks 1.0.0 describes them (symmetric, `v1`). */

const prefix = 'whsec_'

/** A new secret: 32 random bytes. */
export const makeSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** Of 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  const encoded = text.slice(prefix.length)
  const bytes = Buffer.from(encoded, 'base64')
  return text.startsWith(prefix) && bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64
}

export interface SignedMessage {
  readonly id: string
  readonly body: string
}

/** The headers of one attempt; with several secrets it carries a signature by each, the newest first. */
export function signMessage({ id, body }: SignedMessage, secrets: readonly string[], nowMs: number) {
  const timestamp = String(Math.floor(nowMs / 1_000))
  const sign = (secret: string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
