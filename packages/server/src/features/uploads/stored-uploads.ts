import type { Readable } from 'node:stream'
import { AppError } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { AnswerHeaders, BlobRef, Blobs, ByteRange } from '../../platform/blobs/blobs.ts'
import type { DiskReserve } from '../../platform/blobs/disk-reserve.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { findUploads, type UploadFacts } from './model/read-queries.ts'
import type { UploadId } from './model/upload-queries.ts'

/** The audio or image of a complete upload. The stream must be read to its end or destroyed. */
export interface OpenUpload {
  readonly stream: Readable
  readonly facts: UploadFacts
}

/** Identifies the bytes of an upload. */
export type StoredBytes = Pick<UploadFacts, 'id' | 'receipt'>

/** The stored bytes of an upload, and files derived from them. */
export interface UploadContent {
  /** The stream must be read to its end or destroyed. */
  read(upload: StoredBytes, range: ByteRange): Promise<Readable>
  /** An address for reading the bytes for a few minutes; undefined if only the hub has them, or must send them. */
  findUrl(upload: StoredBytes, answer: AnswerHeaders): Promise<string | undefined>
  /** Runs `work` with the path of a file that contains all bytes. */
  withLocalFile<T>(upload: StoredBytes, work: (path: string) => Promise<T>): Promise<T>
  /** The same for several at once: never nested. `storage_unavailable` if there is no space for them yet. */
  withLocalFiles<T>(uploads: readonly StoredBytes[], work: (paths: readonly string[]) => Promise<T>): Promise<T>
  findRendition(id: UploadId, name: string): Promise<Buffer | undefined>
  /** Stores it unless the disk is nearly full: it can be made again. */
  keepRendition(id: UploadId, name: string, bytes: Uint8Array): Promise<void>
  /** The same for a long one. Throws `storage_full` before it reads anything. Keeps all of it or nothing. */
  keepStream(id: UploadId, name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Undefined if it is lost. */
  openRendition(id: UploadId, name: string, range: ByteRange): Promise<Readable | undefined>
  dropRendition(id: UploadId, name: string): Promise<void>
}

/** Stored uploads for features that read them. It does not depend on how they are received and removed. */
export interface StoredUploads extends Feature {
  /** Throws `upload_not_found` unless all its bytes are there. */
  openForReading(accountId: AccountId, uploadId: string, range?: ByteRange): Promise<OpenUpload>
  /** The same for the address of its bytes. */
  findUrl(accountId: AccountId, uploadId: string, answer: AnswerHeaders): Promise<string | undefined>
  /** The bytes of uploads that the caller may read: ownership is not checked here. */
  readonly content: UploadContent
  /** Rejects if uploads cannot be stored. */
  check(): Promise<void>
}

export interface StoredUploadsOptions {
  readonly config: Pick<Config, 'audioRedirect'>
  readonly database: Database
  readonly blobs: Blobs
  readonly diskReserve: Pick<DiskReserve, 'hasRoom' | 'requireRoom'>
}

export function openStoredUploads({ config, database, blobs, diskReserve }: StoredUploadsOptions): StoredUploads {
  const requireBytes = async (accountId: AccountId, uploadId: string): Promise<UploadFacts> => {
    const facts = (await findUploads(database.tenant(accountId), [uploadId])).get(uploadId)
    if (!facts || !hasBytes(facts)) throw new AppError('upload_not_found')
    return facts
  }
  const findUrl: UploadContent['findUrl'] = async (upload, answer) =>
    config.audioRedirect ? blobs.readUrl?.(refOf(upload), answer) : undefined
  return {
    async openForReading(accountId, uploadId, range) {
      const facts = await requireBytes(accountId, uploadId)
      return { facts, stream: await blobs.read(refOf(facts), range) }
    },
    findUrl: async (accountId, uploadId, answer) => findUrl(await requireBytes(accountId, uploadId), answer),
    content: {
      findUrl,
      read: (upload, range) => blobs.read(refOf(upload), range),
      withLocalFile: (upload, work) => blobs.withLocalFile(refOf(upload), ({ path }) => work(path)),
      withLocalFiles: (uploads, work) =>
        blobs.withLocalFiles(uploads.map(refOf), (files) => work(files.map(({ path }) => path))),
      findRendition: (id, name) => blobs.readRendition(id, name),
      async keepRendition(id, name, bytes) {
        if (await diskReserve.hasRoom()) await blobs.writeRendition(id, name, bytes)
      },
      async keepStream(id, name, content) {
        await diskReserve.requireRoom()
        await blobs.writeRendition(id, name, content)
      },
      openRendition: (id, name, range) => blobs.openRendition(id, name, range),
      dropRendition: (id, name) => blobs.deleteRendition(id, name),
    },
    check: () => blobs.check(),
    close: () => blobs.close(),
  }
}

const refOf = ({ id, receipt }: StoredBytes): BlobRef => ({ key: id, receipt })

const hasBytes = ({ status }: UploadFacts): boolean =>
  status === 'received' || status === 'analysing' || status === 'ready'
