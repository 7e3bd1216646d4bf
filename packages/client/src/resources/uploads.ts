import type { Upload, UploadListQuery } from '@spindle/contract'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { type List, pagedList } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { type CreateUploadDependencies, createUpload, type UploadOptions } from '../uploads/create-upload.ts'
import { mediaTypeOf } from '../uploads/media-type.ts'
import type { Tus } from '../uploads/tus.ts'
import type { UploadInput } from '../uploads/upload-source.ts'

/** A file whose bytes come later, or from somebody else. */
export interface UploadAnnouncement extends Pick<UploadOptions, 'filename' | 'kind' | 'contentType' | 'sha256'> {
  /** Bytes of the whole file. */
  readonly size: number
}

/** Room for a file. `url` takes the bytes by tus 1.0, from every client that has the key. */
export interface BegunUpload {
  /** Id to name it by in releases. */
  readonly uploadId: string
  /** Where its bytes go. */
  readonly url: string
}

/** Masters and covers. */
export interface Uploads {
  /** Makes room for a file and sends none of its bytes. */
  begin(file: UploadAnnouncement, options?: RequestOptions): Promise<BegunUpload>
  /** Sends the bytes resumably (tus 1.0) and answers the upload; its analysis follows. */
  create(input: UploadInput, options?: UploadOptions): Promise<Upload>
  /** Uploads, newest first. */
  list(query?: AllowUndefined<UploadListQuery>, options?: RequestOptions): List<Result<'listUploads'>>
  /** One upload: bytes that are there, state, findings. */
  get(uploadId: string, options?: RequestOptions): ApiPromise<Upload>
  /** Removes the upload and its bytes; one that a release refers to stays. */
  delete(uploadId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Looks until the analysis has ended: `ready`, or `rejected` with findings that say why. */
  waitFor(uploadId: string, options?: WaitOptions): Promise<Upload>
}

/** What the uploads of a client need. */
export type UploadsDependencies = Omit<CreateUploadDependencies, 'inProgress'>

/** `client.uploads`. */
export function uploadsResource(dependencies: UploadsDependencies): Uploads {
  const { call } = dependencies
  const inProgress = new Set<string>()
  const one = (uploadId: string) => ({ params: { uploadId: uploadId as Upload['id'] } })
  return {
    begin: (file, options) => beginUpload(dependencies.tus, file, options ?? {}),
    create: (input, options) => createUpload({ ...dependencies, inProgress }, input, options ?? {}),
    list: (query, options) => pagedList((cursor) => call('listUploads', { query: { ...query, ...cursor } }, options)),
    get: (uploadId, options) => call('getUpload', one(uploadId), options),
    delete: (uploadId, options) => call('terminateUpload', one(uploadId), options),
    waitFor: (uploadId, options = {}) =>
      waitUntil({
        what: `Upload ${uploadId}`,
        read: () => call('getUpload', one(uploadId), { signal: options.signal }),
        targets: ['ready', 'rejected'],
        deadEnds: ['expired'],
        options,
      }),
  }
}

async function beginUpload(
  tus: Tus,
  { size, contentType, ...metadata }: UploadAnnouncement,
  options: RequestOptions,
): Promise<BegunUpload> {
  const { uploadId } = await tus.create(
    { size, metadata: { ...metadata, filetype: contentType ?? mediaTypeOf(metadata.filename) } },
    options,
  )
  return { uploadId, url: tus.addressOf(uploadId) }
}
