import type { Upload, UploadKind, UploadParts } from '@spindle/contract'
import { ConflictError, NotFoundError, SpindleError, ValidationError } from '../errors.ts'
import { newIdempotencyKey, type OperationCaller } from '../operations/call-operation.ts'
import { waitUntil } from '../operations/wait-until.ts'
import type { RequestOptions } from '../transport/transport.ts'
import { mediaTypeOf } from './media-type.ts'
import { readable } from './part-reader.ts'
import { sendDirect } from './send-direct.ts'
import { sendParts, type UploadProgress, type UploadRetry } from './send-parts.ts'
import { computeSha256, toHex } from './sha256.ts'
import type { CreatedUpload, NewUpload, Tus } from './tus.ts'
import type { UploadCache } from './upload-cache.ts'
import { toUploadError } from './upload-error.ts'
import { toUploadSource, type UploadInput, type UploadSource } from './upload-source.ts'

/** How a file is uploaded. */
export interface UploadOptions {
  /** Name to show; a `File` has its own. */
  readonly filename?: string | undefined
  /** Default by the media type. */
  readonly kind?: UploadKind | undefined
  /** Media type; a `Blob` has its own. */
  readonly contentType?: string | undefined
  /** Length of a stream, if known. */
  readonly size?: number | undefined
  /** SHA-256 of the whole as hexadecimal digits: the hub refuses anything else. Made here for up to 64 MiB in memory. */
  readonly sha256?: string | undefined
  /** Called as bytes are sent, at most ten times a second. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /** Called for every part that is sent again. */
  readonly onRetry?: ((retry: UploadRetry) => void) | undefined
  /** Stops the upload; the same call continues it later. */
  readonly signal?: AbortSignal | undefined
  /**
   * What names this file for good, so that the same call continues where an earlier one ended; `false` always starts
   * again. By default the SHA-256, else name, size and date of a `File`; a stream needs it stated.
   */
  readonly resume?: string | false | undefined
  /**
   * Bytes of one request, each of which then carries its SHA-256. By default as many as the connection carries in good time:
   * up to 8 MiB with checksums, and of a file in Node any number, streamed.
   */
  readonly partBytes?: number | undefined
  /** A file up to this size is sent with its creation, in one request; by default none is. */
  readonly oneRequestBytes?: number | undefined
  /**
   * `auto` sends the bytes to the object store of a hub that offers it, four parts of 8 MiB or more at a time, and to the hub
   * where it does not, or where the store is out of reach. It needs the SHA-256 of the whole beforehand; `uploadFile` reads the
   * file for it. The analysis of such an upload compares it, and nothing here waits for that. Default `hub`.
   */
  readonly transfer?: 'auto' | 'hub' | undefined
  /** Awaited with the number of bytes before they are sent: a caller can limit the rate of several uploads together. */
  readonly throttle?: ((bytes: number) => Promise<void>) | undefined
  /** Failures in a row, without a byte of progress, after which `UploadError` is thrown; default 8. */
  readonly maxRetries?: number | undefined
  /** Limit of one request, in milliseconds; default 5 minutes. */
  readonly timeoutMs?: number | undefined
}

const defaults = { maxRetries: 8, timeoutMs: 300_000 }

/** What sending a file needs. */
export interface CreateUploadDependencies {
  /** Calls operations. */
  readonly call: OperationCaller
  /** Sends bytes. */
  readonly tus: Tus
  /** Remembers unfinished uploads. */
  readonly cache: UploadCache
  /** Address of the hub. */
  readonly baseUrl: string
  /** Fingerprints of this moment: two calls with the same file would write to one upload and stop each other. */
  readonly inProgress: Set<string>
}

/** Sends a file from where an earlier call stopped, and returns the upload when the hub has every byte. */
export async function createUpload(
  dependencies: CreateUploadDependencies,
  input: UploadInput,
  options: UploadOptions,
): Promise<Upload> {
  const { call, tus, cache, inProgress } = dependencies
  options.signal?.throwIfAborted()
  const source = toUploadSource(input, options.size)
  let fingerprint: string | undefined
  try {
    const { signal, onProgress, onRetry, maxRetries = defaults.maxRetries } = options
    const sha256 = options.sha256 ?? (await computeSmallSha256(input, source))
    fingerprint = claim(inProgress, toFingerprint(dependencies.baseUrl, input, { ...options, sha256 }))
    const begun = await beginOrResume(dependencies, {
      source,
      input,
      fingerprint,
      options: { ...options, sha256, maxRetries },
    })
    const { direct, ...where } = begun
    const job = {
      tus,
      source,
      ...where,
      partBytes: options.partBytes,
      maxRetries,
      timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
      signal,
      onProgress,
      onRetry,
      throttle: options.throttle,
    }
    await sendParts(direct ? { ...job, startOffset: await sendDirect({ ...job, direct }) } : job)
    const named = { params: { uploadId: begun.uploadId as Upload['id'] } }
    // Every byte has arrived: a connection that is lost now must not make it look otherwise.
    const read = () => call('getUpload', named, { signal, maxRetries })
    const isComparedLater = options.transfer === 'auto' && sha256 !== undefined
    const upload = await (source.sha256 === undefined || isComparedLater ? read() : readDigested(read, signal))
    const awaited = isComparedLater && upload.status !== 'rejected' ? sha256 : null
    await requireSame(dependencies, source, { ...upload, sha256: upload.sha256 ?? awaited }, fingerprint)
    // What stays remembered is complete, and would only be found again.
    if (fingerprint !== undefined) await cache.delete(fingerprint).catch(() => {})
    return upload
  } finally {
    if (fingerprint !== undefined) inProgress.delete(fingerprint)
    await source.close?.()
  }
}

/**
 * The complete upload with its SHA-256. Of a large file that came by several nodes of the hub, or around its restart, the
 * hub finds that out after the last byte.
 */
async function readDigested(read: () => Promise<Upload>, signal: AbortSignal | undefined): Promise<Upload> {
  const complete = await read()
  if (complete.sha256 !== null) return complete
  const { upload } = await waitUntil({
    what: `The SHA-256 of upload ${complete.id}`,
    read: async () => {
      const upload = await read()
      return { status: upload.sha256 === null ? upload.status : 'known', upload }
    },
    targets: ['known', 'rejected'],
    deadEnds: ['expired'],
    options: { signal },
  })
  return upload
}

/** What the hub has must be what the source read; anything else is removed there and forgotten here. */
async function requireSame(
  { call, cache }: CreateUploadDependencies,
  source: UploadSource,
  { id, size, sha256 }: Upload,
  fingerprint: string | undefined,
): Promise<void> {
  try {
    const own = await source.sha256?.()
    if (own === undefined || own === sha256) return
    const other =
      sha256 === null ? 'The hub has a different SHA-256 than declared' : `The hub has the SHA-256 ${sha256}`
    throw new SpindleError(`${other}, but the source has ${own}`, { code: 'checksum_mismatch' })
  } catch (error) {
    if (fingerprint !== undefined) await cache.delete(fingerprint)
    // Best effort: what is not removed now expires, because no release refers to it.
    await call('terminateUpload', { params: { uploadId: id } }).catch(() => {})
    throw toUploadError(error, { uploadId: id, offset: size ?? 0, isResumable: false })
  }
}

/** Undefined when there is none, or another call has it. */
function claim(inProgress: Set<string>, fingerprint: string | undefined): string | undefined {
  if (fingerprint === undefined || inProgress.has(fingerprint)) return undefined
  inProgress.add(fingerprint)
  return fingerprint
}

interface Beginning {
  readonly source: UploadSource
  readonly input: UploadInput
  readonly fingerprint: string | undefined
  readonly options: UploadOptions
}

async function beginOrResume(
  { tus, cache }: CreateUploadDependencies,
  { source, input, fingerprint, options }: Beginning,
): Promise<Begun> {
  // As patient as the parts: one of several files may begin while the connection is down that the others outlive.
  const { signal, maxRetries } = options
  const remembered = fingerprint === undefined ? undefined : await cache.get(fingerprint)
  const begunKey = remembered?.startsWith(creating) ? remembered.slice(creating.length) : undefined
  const known = begunKey === undefined ? remembered : undefined
  const startOffset = known === undefined ? undefined : await findOffset(tus, known, { signal, maxRetries })
  const isDirect = mayGoDirect(source, input, options)
  if (known !== undefined && startOffset !== undefined) {
    const begun = { uploadId: known, startOffset, direct: undefined }
    return isDirect ? goOnDirect(tus, begun, { signal, maxRetries }) : begun
  }
  const filename = options.filename ?? filenameOf(input)
  const body = await readSmall(source, options)
  if (body !== undefined) await options.throttle?.(body.byteLength)
  const upload = {
    size: source.size,
    metadata: {
      filename,
      filetype: options.contentType ?? ((input instanceof Blob && input.type) || mediaTypeOf(filename)),
      kind: options.kind,
      sha256: options.sha256,
    },
  }
  const create = (idempotencyKey: string): Promise<CreatedUpload> => {
    const requestOptions = { signal, maxRetries, idempotencyKey }
    return body === undefined
      ? tus.create({ ...upload, isDirect }, requestOptions)
      : createWithBytes(
          tus,
          { ...upload, body },
          { ...requestOptions, timeoutMs: options.timeoutMs ?? defaults.timeoutMs },
        )
  }
  const created = (await createAgain(create, begunKey)) ?? (await createFirst(create, { cache, fingerprint }))
  if (fingerprint !== undefined) await cache.set(fingerprint, created.uploadId)
  if (body === undefined) return { uploadId: created.uploadId, startOffset: 0, direct: created.direct }
  const offset = created.offset ?? (await tus.offset(created.uploadId, { signal, maxRetries }))
  return { uploadId: created.uploadId, startOffset: offset, direct: undefined }
}

/**
 * Begins what is remembered in place of an id while an upload is created. The key of the creation is remembered before it is sent: if the
 * process ends before the answer, the next one creates with this key, and the hub answers the upload that it has.
 */
const creating = 'creating-'

async function createFirst(
  create: (idempotencyKey: string) => Promise<CreatedUpload>,
  { cache, fingerprint }: Pick<CreateUploadDependencies, 'cache'> & Pick<Beginning, 'fingerprint'>,
): Promise<CreatedUpload> {
  const key = newIdempotencyKey()
  if (fingerprint !== undefined) await cache.set(fingerprint, `${creating}${key}`)
  try {
    return await create(key)
  } catch (error) {
    // Only a creation without an answer may have made an upload that is worth finding.
    if (fingerprint !== undefined && isRefused(error)) await cache.delete(fingerprint).catch(() => {})
    throw error
  }
}

/** Undefined without a key, or if its upload is gone or was created with another name: a new one is needed. */
async function createAgain(
  create: (idempotencyKey: string) => Promise<CreatedUpload>,
  key: string | undefined,
): Promise<CreatedUpload | undefined> {
  if (key === undefined) return undefined
  try {
    return await create(key)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** What the hub will answer to every repetition; a limit of the rate or a wrong key say nothing about the upload. */
const isRefused = (error: unknown): boolean =>
  error instanceof NotFoundError ||
  error instanceof ConflictError ||
  error instanceof ValidationError ||
  (error instanceof SpindleError && error.code === 'checksum_mismatch')

/** An upload, the offset at which it continues, and the addresses of its parts; undefined if the hub takes them. */
interface Begun {
  readonly uploadId: string
  readonly startOffset: number
  readonly direct: UploadParts | undefined
}

/** Less is one part, and the hub takes it in one request. */
const leastDirectBytes = 8 * 1024 ** 2

/** Bytes that do not reach the store are read once more, for the hub. */
function mayGoDirect(source: UploadSource, input: UploadInput, { transfer, sha256 }: UploadOptions): boolean {
  const canReadAgain = isInMemory(input) || source.stream !== undefined
  return transfer === 'auto' && sha256 !== undefined && canReadAgain && (source.size ?? 0) > leastDirectBytes
}

/**
 * Counts what an earlier call sent to the object store. An upload that is not, or no longer, sent there continues at the hub.
 */
async function goOnDirect(tus: Tus, begun: Begun, options: RequestOptions): Promise<Begun> {
  try {
    const { offset: startOffset, isComplete } = await tus.report(begun.uploadId, [], options)
    if (isComplete) return { ...begun, startOffset }
    const first = await tus.listParts(begun.uploadId, 1, options)
    const from = Math.floor(startOffset / first.partBytes) + 1
    return { ...begun, startOffset, direct: from === 1 ? first : await tus.listParts(begun.uploadId, from, options) }
  } catch (error) {
    if (!(error instanceof SpindleError)) throw error
    return begun
  }
}

/** A repetition whose first answer was lost finds the bytes there already; without them it answers where they are. */
async function createWithBytes(tus: Tus, upload: NewUpload, options: RequestOptions): Promise<CreatedUpload> {
  try {
    return await tus.create(upload, options)
  } catch (error) {
    if (!(error instanceof SpindleError) || error.code !== 'upload_offset_mismatch') throw error
    const { uploadId } = await tus.create({ ...upload, body: undefined }, options)
    return { uploadId, offset: undefined, direct: undefined }
  }
}

/** The whole of a file that goes in one request; undefined for any other. */
async function readSmall(
  source: UploadSource,
  { oneRequestBytes = 0 }: UploadOptions,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { size } = source
  if (size === undefined || size === 0 || size > oneRequestBytes) return undefined
  const bytes = await source.read(0, size)
  // Shorter than it was: the parts find out, and say so.
  return bytes.byteLength === size ? bytes : undefined
}

/** Undefined if the hub no longer has the upload: it expired, was removed, or belongs to another account. */
async function findOffset(tus: Tus, uploadId: string, options: RequestOptions): Promise<number | undefined> {
  try {
    return await tus.offset(uploadId, options)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

const largestDigestInMemory = 64 * 1024 ** 2

/** WebCrypto takes only the whole at once, so large files have no digest unless the caller gives it. */
async function computeSmallSha256(input: UploadInput, source: UploadSource): Promise<string | undefined> {
  if (!isInMemory(input) || source.size === undefined || source.size > largestDigestInMemory) return undefined
  const digest = await computeSha256(await readable(source.read(0, source.size)))
  return digest && toHex(digest)
}

const isInMemory = (input: UploadInput): boolean =>
  input instanceof Blob || input instanceof ArrayBuffer || ArrayBuffer.isView(input)

const filenameOf = (input: UploadInput): string | undefined =>
  'name' in input && typeof input.name === 'string' ? input.name : undefined

/** Two hubs have nothing in common, so the address is part of it. */
function toFingerprint(baseUrl: string, input: UploadInput, { resume, sha256 }: UploadOptions): string | undefined {
  if (resume === false) return undefined
  const lastModified = 'lastModified' in input ? String(input.lastModified) : undefined
  const dated =
    lastModified === undefined || !(input instanceof Blob)
      ? undefined
      : [filenameOf(input) ?? '', input.size, lastModified].join('|')
  const name = resume ?? sha256 ?? dated
  return name === undefined ? undefined : `${baseUrl}|${name}`
}
