import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Bytes that can be sent again. */
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

/** The members of a command of the S3 client that carry the payload. Opens it: call it again for each attempt. */
export const bodyOf = (payload: Payload) => ({ Body: payload.open(), ContentLength: payload.bytes })

/** The digest is known before the bytes are sent, and becomes part of the signature: the store refuses any others. */
export const signPayload =
  ({ sha256 }: Payload) =>
  <A extends { readonly request: unknown }, R>(next: (args: A) => R) =>
  (args: A): R => {
    const { headers } = args.request as { readonly headers: Record<string, string> }
    headers['x-amz-content-sha256'] = sha256.toString('hex')
    return next(args)
  }

/** Where `signPayload` belongs in the middleware stack of a command: headers added later are not signed. */
export const beforeSigning = { step: 'build' } as const
