import { createHmac } from 'node:crypto'
import { AppError } from '@spindle/contract'
import { isSignedByAny, type Keys } from '../../platform/secrets/encryption.ts'

/** Opaque list positions, signed together with what they belong to: a cursor of another list, account or filter is refused. */
export interface CursorCodec {
  encode(scope: string, position: string): string
  /** Throws `cursor_invalid`. */
  decode(scope: string, cursor: string): string
}

const signatureBytes = 12

export function cursorCodec(keys: Keys): CursorCodec {
  const signer =
    (scope: string, position: string) =>
    (key: Buffer): Buffer =>
      createHmac('sha256', key).update(`${scope}\0${position}`).digest().subarray(0, signatureBytes)
  return {
    encode: (scope, position) =>
      Buffer.concat([signer(scope, position)(keys[0]), Buffer.from(position)]).toString('base64url'),
    decode(scope, cursor) {
      const bytes = Buffer.from(cursor, 'base64url')
      const position = bytes.subarray(signatureBytes).toString()
      // Only the one spelling that was handed out: base64 has several for the same bytes.
      const isCanonical = bytes.toString('base64url') === cursor
      if (
        !isCanonical ||
        bytes.length <= signatureBytes ||
        !isSignedByAny(keys, signer(scope, position), bytes.subarray(0, signatureBytes))
      ) {
        throw new AppError('cursor_invalid', {
          errors: [
            {
              pointer: 'cursor',
              code: 'cursor_invalid',
              detail: 'The cursor does not belong to this list with these filters.',
              fix: 'Start again without cursor. Do not change the filters while you page.',
            },
          ],
        })
      }
      return position
    },
  }
}
