import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { publicKeyOf } from './backup-keys.ts'

/**
 * Sealed files, in the manner of age (age-encryption.org/v1, STREAM): each has its own key, agreed by X25519 between
 * a key made for the file and the recipient. Then follow pieces of 64 KiB under AES-256-GCM, numbered, and the last one
 * marked: no piece can be changed, moved, left out, or cut off at the end.
 *
 * Layout: magic (16 bytes), public key made for the file (32), pieces (bytes and 16 for the tag).
 */

const magic = Buffer.from('spindle-sealed-1')
const headerBytes = magic.length + 32
const pieceBytes = 64 * 1024
const tagBytes = 16

/** Bytes of the sealed file that `bytes` become. */
export const sealedBytes = (bytes: number): number =>
  headerBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / pieceBytes))

/** A file was changed or truncated, or was sealed for another key. */
export class SealBrokenError extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'SealBrokenError'
  }
}

export function sealStream(recipient: KeyObject): Transform {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const key = deriveFileKey({ privateKey, publicKey: recipient, ofFile: publicKey, ofRecipient: recipient })
  const sealPiece = (piece: Buffer, nonce: Buffer): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  const stream = new Pieces(pieceBytes, sealPiece)
  stream.push(Buffer.concat([magic, rawOf(publicKey)]))
  return stream
}

export function openStream(secretKey: KeyObject): Transform {
  let key: Buffer | undefined
  const openPiece = (sealed: Buffer, nonce: Buffer): Buffer => {
    if (!key || sealed.length < tagBytes) throw new SealBrokenError('the file is incomplete')
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new SealBrokenError('the file was changed, is incomplete, or is encrypted for another key')
    }
  }
  const readHeader = (header: Buffer): void => {
    if (!header.subarray(0, magic.length).equals(magic)) throw new SealBrokenError('the file is not encrypted')
    const publicKey = publicKeyOf(header.subarray(magic.length).toString('base64url'))
    const ofRecipient = createPublicKey(secretKey)
    key = deriveFileKey({ privateKey: secretKey, publicKey, ofFile: publicKey, ofRecipient })
  }
  return new Pieces(pieceBytes + tagBytes, openPiece, { bytes: headerBytes, read: readHeader })
}

interface Agreement {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly ofFile: KeyObject
  readonly ofRecipient: KeyObject
}

function deriveFileKey({ privateKey, publicKey, ofFile, ofRecipient }: Agreement): Buffer {
  const shared = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([rawOf(ofFile), rawOf(ofRecipient)])
  return Buffer.from(hkdfSync('sha256', shared, salt, 'spindle backup file', 32))
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')

/** Splits a stream into pieces of one size. It knows which piece is the last; an empty stream has one too. */
class Pieces extends Transform {
  #waiting: Buffer[] = []
  #bytes = 0
  #number = 0
  #header: { readonly bytes: number; read(header: Buffer): void } | undefined
  readonly #size: number
  readonly #convert: (piece: Buffer, nonce: Buffer) => Buffer

  constructor(
    size: number,
    convert: (piece: Buffer, nonce: Buffer) => Buffer,
    header?: { readonly bytes: number; read(header: Buffer): void },
  ) {
    super()
    this.#size = size
    this.#convert = convert
    this.#header = header
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    this.#attempt(done, () => {
      if (this.#header && this.#bytes >= this.#header.bytes) {
        const { bytes, read } = this.#header
        this.#header = undefined
        read(this.#take(bytes))
      }
      // More than one piece, because the last is only known at the end.
      while (!this.#header && this.#bytes > this.#size) this.push(this.#next(this.#size, false))
    })
  }

  override _flush(done: TransformCallback): void {
    this.#attempt(done, () => {
      if (this.#header) throw new SealBrokenError('the file is incomplete')
      this.push(this.#next(this.#bytes, true))
    })
  }

  #attempt(done: TransformCallback, work: () => void): void {
    try {
      work()
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }

  #next(bytes: number, isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(this.#number++, 5, 6)
    nonce[11] = isLast ? 1 : 0
    return this.#convert(this.#take(bytes), nonce)
  }

  #take(bytes: number): Buffer {
    const all = this.#waiting.length === 1 ? (this.#waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#waiting)
    const rest = all.subarray(bytes)
    this.#waiting = rest.length > 0 ? [rest] : []
    this.#bytes = rest.length
    return all.subarray(0, bytes)
  }
}
