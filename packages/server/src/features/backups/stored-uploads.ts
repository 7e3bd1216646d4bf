import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { BlobReceipt } from '../../platform/blobs/blobs.ts'
import { type Id, isId } from '../../platform/values/ids.ts'
import { contentFile, type ReadableArchive, type StoredFile } from './archive/archive.ts'
import { type Manifest, placeOf } from './archive/manifest.ts'
import { through } from './archive/through.ts'

/** The uploads of a backup, one per line: there may be more of them than fit in memory. */

export interface StoredUpload extends StoredFile {
  readonly id: Id<'upl'>
  /** The receipt at the time when the rows were copied. */
  readonly receipt: BlobReceipt
  /** Such as `flac`, if it was requested and is known. */
  readonly container: string | undefined
}

export async function* parseUploads(lines: Readable): AsyncGenerator<StoredUpload> {
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [id = '', bytes, sha256 = '', receipt = '', container] = line.split('\t')
    if (!isId('upl', id) || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('the list of uploads is not valid')
    yield {
      id,
      bytes: Number(bytes),
      sha256,
      file: contentFile(sha256),
      receipt: parseReceipt(receipt),
      container: container === '\\N' ? undefined : container,
    }
  }
}

/** COPY writes null as `\\N`. */
const parseReceipt = (text: string): BlobReceipt =>
  text === '\\N' ? null : (JSON.parse(Buffer.from(text, 'base64').toString()) as BlobReceipt)

export const listUploads = (archive: ReadableArchive, manifest: Manifest): AsyncGenerator<StoredUpload> =>
  parseUploads(readRows(archive, manifest, manifest.uploads))

/** The rows of a file of the backup, in the text format of COPY. */
export const readRows = (archive: ReadableArchive, manifest: Manifest, rows: StoredFile): Readable =>
  through(archive.read(placeOf(manifest, rows).file), createGunzip())
