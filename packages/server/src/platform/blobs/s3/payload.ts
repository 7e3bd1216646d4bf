import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes that can be sent repeatedly. */
export interface Payload {
  readonly bytes: number
  readonly sha256: Buffer
  open(): Readable | Buffer
}

/** Bytes in memory, hashed here once. Each attempt sends a copy. */
export const payloadOf = (bytes: Uint8Array): Payload => ({
  bytes: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest(),
  open: () => Buffer.from(bytes),
})

/** The members of an S3 command that contain the payload. Opens the payload: call it again for each attempt. */
export const bodyOf = (payload: Payload) => ({ Body: payload.open(), ContentLength: payload.bytes })

/** The digest is computed before the bytes are sent, and is part of the signature: the store refuses any others. */
export const signPayload =
  ({ sha256 }: Payload) =>
  <A extends { readonly request: unknown }, R>(next: (args: A) => R) =>
  (args: A): R => {
    const { headers } = args.request as { readonly headers: Record<string, string> }
    headers['x-amz-content-sha256'] = sha256.toString('hex')
    return next(args)
  }

/** The position of `signPayload` in the middleware stack of a command: headers added later are not signed. */
export const beforeSigning = { step: 'build' } as const
