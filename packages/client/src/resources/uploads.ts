import type { ImageSize, Upload, UploadListQuery } from '@spindle/contract'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import { type WaitOptions, waitUntil } from '../operations/wait-until.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { type CreateUploadDependencies, createUpload, type UploadOptions } from '../uploads/create-upload.ts'
import { mediaTypeOf } from '../uploads/media-type.ts'
import type { Tus } from '../uploads/tus.ts'
import type { UploadInput } from '../uploads/upload-source.ts'
import { type AudioOptions, mediaHeaders } from './media-headers.ts'

/** A file whose bytes come later, or from another client. */
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

/** How large a picture. */
export interface ImageOptions extends RequestOptions {
  /** The longer side in pixels. */
  readonly size?: ImageSize | undefined
}

/** Masters and covers. */
export interface Uploads {
  /** Creates an upload for a file and sends none of its bytes. */
  begin(file: UploadAnnouncement, options?: RequestOptions): Promise<BegunUpload>
  /** Sends the bytes resumably (tus 1.0) and answers the upload; its analysis follows. */
  create(input: UploadInput, options?: UploadOptions): Promise<Upload>
  /** Uploads, newest first. */
  list(query?: AllowUndefined<UploadListQuery>, options?: RequestOptions): List<Result<'listUploads'>>
  /** One upload: bytes that are there, state, findings. */
  get(uploadId: string, options?: RequestOptions): ApiPromise<Upload>
  /** The audio as a browser plays it: AIFF as WAV, everything else as it was handed in. Read `response.body`. */
  audio(uploadId: string, options?: AudioOptions): ApiPromise<Response>
  /** The picture as a WebP of at most `size` pixels (64, 256 or 640; default 256). Read `response.body`. */
  image(uploadId: string, options?: ImageOptions): ApiPromise<Response>
  /** Removes the upload and its bytes; one that a release refers to stays. */
  delete(uploadId: string, options?: RequestOptions): ApiPromise<undefined>
  /** Polls until the analysis has ended: `ready`, or `rejected` with findings that say why. */
  waitFor(uploadId: string, options?: WaitOptions): Promise<Upload>
}

/** What the uploads of a client need. */
export type UploadsDependencies = Omit<CreateUploadDependencies, 'inProgress'>

/** `client.uploads`. */
export function uploadsResource(dependencies: UploadsDependencies): Uploads {
  const { call } = dependencies
  const inProgress = new Set<string>()
  const methods = operationMethods<Pick<Uploads, 'list' | 'get' | 'delete'>>(call, {
    list: 'listUploads',
    get: 'getUpload',
    delete: 'terminateUpload',
  })
  return {
    ...methods,
    begin: (file, options) => beginUpload(dependencies.tus, file, options ?? {}),
    create: (input, options) => createUpload({ ...dependencies, inProgress }, input, options ?? {}),
    audio: (uploadId, { range, ...options } = {}) =>
      call.raw('getUploadAudio', { params: { uploadId }, headers: mediaHeaders(range) }, options),
    image: (uploadId, { size, ...options } = {}) =>
      call.raw('getUploadImage', { params: { uploadId }, query: { size }, headers: mediaHeaders(undefined) }, options),
    waitFor: (uploadId, options = {}) =>
      waitUntil({
        what: `Upload ${uploadId}`,
        read: () => methods.get(uploadId, { signal: options.signal }),
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
