import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { isSignedByAny, type Keys } from '../../../platform/secrets/encryption.ts'
import { type AccountId, isId } from '../../../platform/values/ids.ts'

/**
 * Permission to write the bytes of one upload, for an hour, and nothing else: a shell that sends a file needs no key of
 * the account. Nothing is stored; the token names the credential that is charged, and is signed with the upload's id.
 */
export interface UploadTokens {
  sign(uploadId: string, holder: UploadTokenHolder): string
  /** Undefined for a token that was not signed for this upload, or has expired. */
  verify(uploadId: string, token: string): UploadTokenHolder | undefined
}

/** The sender of the bytes. */
export interface UploadTokenHolder {
  readonly accountId: AccountId
  /** The key it was made with, or the person an agent acts for: their limits apply. */
  readonly keyId: string
}

/** In addition to the API key: this token is only valid for the bytes of one upload. */
export const uploadTokenHeader = 'upload-token'

const lifetimeMs = 60 * 60_000
const form = /^upt_(acc_\w{26})\.((?:key|usr)_\w{26})\.(\d{1,15})\.([\w-]{43})$/

export function uploadTokens({ keys, clock }: { readonly keys: Keys; readonly clock: Clock }): UploadTokens {
  const signer =
    (uploadId: string, claims: string) =>
    (key: Buffer): Buffer =>
      createHmac('sha256', key).update(`${uploadId}.${claims}`).digest()
  return {
    sign(uploadId, { accountId, keyId }) {
      const claims = `${accountId}.${keyId}.${clock.now() + lifetimeMs}`
      return `upt_${claims}.${signer(uploadId, claims)(keys[0]).toString('base64url')}`
    },
    verify(uploadId, token) {
      const [, accountId = '', keyId = '', expiresAt = '', signature = ''] = form.exec(token) ?? []
      const sign = signer(uploadId, `${accountId}.${keyId}.${expiresAt}`)
      if (!isSignedByAny(keys, sign, Buffer.from(signature, 'base64url'))) return undefined
      if (!isId('acc', accountId) || Number(expiresAt) <= clock.now()) return undefined
      return { accountId, keyId }
    },
  }
}
