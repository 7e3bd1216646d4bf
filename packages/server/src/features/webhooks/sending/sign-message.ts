import { createHmac, randomBytes } from 'node:crypto'

/** Signatures and secrets as Standard Webhooks 1.0.0 describes them (symmetric, `v1`). */

const prefix = 'whsec_'

/** A new secret: 32 random bytes. */
export const makeSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

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
