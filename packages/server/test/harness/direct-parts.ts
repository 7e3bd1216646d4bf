import { masterWav } from './submittable.ts'
import { sha256 } from './uploads.ts'

/** A client that sends the parts of an upload directly to the storage. */

export const mebibyte = 1024 * 1024
export const partBytes = 8 * mebibyte
/** Three parts, the last one short. */
export const master = masterWav(1, 70)

export interface PartUrl {
  readonly number: number
  readonly url: string
  readonly headers: Record<string, string>
  readonly expiresAt: string
}

export interface PartList {
  readonly partBytes: number
  readonly parts: readonly PartUrl[]
}

export const encoded = (text: string): string => Buffer.from(text).toString('base64')
export const announce = (bytes: Uint8Array, digest = sha256(bytes)): Record<string, string> => ({
  'upload-transfer': 'direct',
  'upload-length': String(bytes.byteLength),
  'upload-metadata': `filename ${encoded('a.wav')},filetype ${encoded('audio/wav')},sha256 ${encoded(digest)}`,
})
export const partOf = (bytes: Buffer, number: number): Buffer =>
  bytes.subarray((number - 1) * partBytes, number * partBytes)
export const put = (list: PartList, number: number, body: Uint8Array): Promise<Response> =>
  fetch(list.parts.find((part) => part.number === number)?.url ?? '', {
    method: 'PUT',
    body: body as Uint8Array<ArrayBuffer>,
  })
