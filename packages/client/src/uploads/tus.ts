import type { UploadParts } from '@spindle/contract'
import type { CredentialSource } from '../credentials.ts'
import { ConnectionError } from '../errors.ts'
import { isPathSegment, newIdempotencyKey, toPathSegment } from '../operations/call-operation.ts'
import { invalidAnswer, readJson } from '../transport/read-body.ts'
import type { Fetch, RequestOptions, Send } from '../transport/transport.ts'
import { type DirectRequests, directRequests } from './direct-requests.ts'
import { computeSha256, toBase64 } from './sha256.ts'

/** The requests of tus 1.0 (https://tus.io/protocols/resumable-upload): creation, checksum and the core. */

/** The protocol over HTTP; every answer is the offset the hub acknowledged. */
export interface Tus extends DirectRequests {
  /** Whether the `fetch` is one that was given, and may keep the chunks of a stream for whatever purpose. */
  readonly mayKeepBodies: boolean
  /** Where an upload is. */
  addressOf(uploadId: string): string
  /** Creates an upload. `size` undefined: it is sent with the last part. */
  create(upload: NewUpload, options: RequestOptions): Promise<CreatedUpload>
  /** The offset at which the upload continues. */
  offset(uploadId: string, options: RequestOptions): Promise<number>
  /** Sends one part, once. */
  append(uploadId: string, part: Part, options: RequestOptions): Promise<number>
}

/** What an upload is announced with. */
export interface NewUpload {
  /** Bytes of the whole; undefined: sent with the last part. */
  readonly size: number | undefined
  /** `Upload-Metadata`; undefined members are left out. */
  readonly metadata: Readonly<Record<string, string | undefined>>
  /** The first bytes, which then come with the creation (tus creation-with-upload). */
  readonly body?: Uint8Array<ArrayBuffer> | undefined
  /** Requests addresses to send the bytes to the hub's object store. */
  readonly isDirect?: boolean | undefined
}

/** What the hub answered to a creation. */
export interface CreatedUpload {
  readonly uploadId: string
  /** Bytes it took with the creation; undefined if the answer does not contain it. */
  readonly offset: number | undefined
  /** Where the first parts go; undefined if the hub takes the bytes itself. */
  readonly direct: UploadParts | undefined
}

/** Bytes of one request. */
export interface Part {
  /** Where it begins. */
  readonly offset: number
  /** What is sent. */
  readonly body: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>
  /** SHA-256 of the body. A stream goes without, because it would have to come before it. */
  readonly sha256?: Uint8Array | undefined
  /** The length of the whole, sent with the last part of a stream. */
  readonly totalBytes?: number | undefined
}

/** What the requests need. */
export interface TusDependencies {
  /** Address of the hub. */
  readonly baseUrl: string
  /** Sends one request. */
  readonly send: Send
  /** For the object store, which is sent no credential. */
  readonly fetch: Fetch
  /** Gives the API key. */
  readonly credentials: CredentialSource
  /** See `Tus`. */
  readonly mayKeepBodies: boolean
}

/** The requests of tus to one hub. */
export function tusClient({ baseUrl, send, fetch, credentials, mayKeepBodies }: TusDependencies): Tus {
  const uploads = `${baseUrl}/api/v1/distributor/uploads`
  const common = async () => ({ 'tus-resumable': '1.0.0', ...(await credentials.headersFor('apiKey')) })
  const addressOf = (uploadId: string): string => `${uploads}/${toPathSegment('uploadId', uploadId)}`
  return {
    mayKeepBodies,
    addressOf,
    async create({ size, metadata, body, isDirect }, options) {
      const digest = body && (await computeSha256(body))
      const { data } = await send({
        method: 'POST',
        url: uploads,
        headers: {
          ...(await common()),
          ...(size === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
          'upload-metadata': metadataOf(metadata),
          ...(isDirect === true ? { 'upload-transfer': 'direct' } : {}),
          ...(body === undefined ? {} : { 'content-type': partMediaType }),
          ...(digest === undefined ? {} : { 'upload-checksum': `sha256 ${toBase64(digest)}` }),
          'idempotency-key': options.idempotencyKey ?? newIdempotencyKey(),
        },
        body,
        isRepeatable: true,
        read: readCreated,
        options,
      })
      return data
    },
    async offset(uploadId, options) {
      const { data } = await send({
        method: 'HEAD',
        url: addressOf(uploadId),
        headers: await common(),
        isRepeatable: true,
        read: readOffset,
        options,
      })
      return data
    },
    ...directRequests({ send, fetch, addressOf, common }),
    async append(uploadId, { offset, body, sha256, totalBytes }, options) {
      const { data } = await send({
        method: 'PATCH',
        url: addressOf(uploadId),
        headers: {
          ...(await common()),
          'content-type': partMediaType,
          'upload-offset': String(offset),
          ...(totalBytes === undefined ? {} : { 'upload-length': String(totalBytes) }),
          ...(sha256 === undefined ? {} : { 'upload-checksum': `sha256 ${toBase64(sha256)}` }),
        },
        body,
        // After a lost connection the hub may hold some bytes of the part, so the offset is requested first.
        isRepeatable: false,
        read: readOffset,
        options,
      })
      return data
    },
  }
}

const partMediaType = 'application/offset+octet-stream'

async function readCreated(response: Response): Promise<CreatedUpload> {
  const offset = response.headers.get('upload-offset') ?? ''
  const isDirect = response.headers.get('upload-transfer') === 'direct'
  return {
    uploadId: await readId(response),
    offset: /^\d{1,15}$/.test(offset) ? Number(offset) : undefined,
    direct: isDirect ? ((await readJson(response)) as UploadParts) : undefined,
  }
}

/** Only the id: a hub behind a proxy may name itself by another address than the one that works from here. */
async function readId(response: Response): Promise<string> {
  const id = response.headers.get('location')?.split('/').at(-1) ?? ''
  if (isPathSegment(id)) return id
  throw invalidAnswer('no address for the upload')
}

async function readOffset(response: Response): Promise<number> {
  const text = response.headers.get('upload-offset') ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ConnectionError(`${response.url} did not return the upload offset`, { code: 'offset_missing' })
}

const metadataOf = (metadata: NewUpload['metadata']): string =>
  Object.entries(metadata)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '')
    .map(([name, value]) => `${name} ${toBase64(new TextEncoder().encode(value))}`)
    .join(',')
