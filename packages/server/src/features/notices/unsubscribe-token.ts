import { createHmac } from 'node:crypto'
import { deriveKeys, isSignedByAny, type Keys } from '../../platform/secrets/encryption.ts'
import type { Id } from '../../platform/values/ids.ts'
import { operatorScope } from './choices.ts'

/** What a link in a notice allows without a sign-in: to end the notices of one person in one account. */
export interface Unsubscribed {
  readonly userId: Id<'usr'>
  /** An account, or `operator`. */
  readonly scope: string
}

export interface UnsubscribeTokens {
  make(subject: Unsubscribed): string
  /** Undefined unless a secret of the hub has signed it. */
  read(token: string): Unsubscribed | undefined
}

const form = /^([0-9A-HJKMNP-TV-Z]{26})\.([0-9A-HJKMNP-TV-Z]{26}|operator)\.([\w-]{22})$/
const signatureBytes = 16

export function unsubscribeTokens(secrets: Keys): UnsubscribeTokens {
  const keys = deriveKeys(secrets, 'unsubscribe links')
  const sign =
    ({ userId, scope }: Unsubscribed) =>
    (key: Buffer): Buffer =>
      createHmac('sha256', key).update(`${userId} ${scope}`).digest().subarray(0, signatureBytes)
  return {
    make(subject) {
      const { userId, scope } = subject
      return [userId.slice(4), scope.replace(/^acc_/, ''), sign(subject)(keys[0]).toString('base64url')].join('.')
    },
    read(token) {
      const [, person = '', place = '', signature = ''] = form.exec(token) ?? []
      const scope = place === operatorScope ? place : `acc_${place}`
      const subject: Unsubscribed = { userId: `usr_${person}`, scope }
      const isSigned = isSignedByAny(keys, sign(subject), Buffer.from(signature, 'base64url'))
      return person !== '' && isSigned ? subject : undefined
    },
  }
}
