/** SHA-256 if the runtime has WebCrypto: browsers offer it to pages with TLS only. */

// By its type it is always there; on pages without TLS it is not.
const subtle = (): SubtleCryptoLike | undefined => globalThis.crypto?.subtle as SubtleCryptoLike | undefined

interface SubtleCryptoLike {
  digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>
}

/** The digest, or undefined if the runtime cannot compute one. */
export async function computeSha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const digest = await subtle()?.digest('SHA-256', bytes)
  return digest && new Uint8Array(digest)
}

/** Base64 (RFC 4648 section 4). */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Hexadecimal digits in lower case. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
