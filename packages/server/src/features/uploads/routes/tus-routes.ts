import { AppError, getUpload, storeUpload } from '@spindle/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/context.ts'
import { parseIdempotencyKey } from '../../../http/idempotency/idempotency.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { CreateUpload } from '../create-upload.ts'
import type { DirectUploads } from '../direct-upload.ts'
import type { RequestBody } from '../receiving/append-body.ts'
import { checksumAlgorithms } from '../receiving/checksum.ts'
import type { Continuation, ResumableUploads, UploadProgress } from '../resume-upload.ts'
import type { UploadAuthentication } from './authenticate-upload.ts'
import { sendPartUrls } from './direct-routes.ts'
import {
  parseByteCount,
  parseChecksum,
  parseContentLength,
  parseMetadata,
  parseNewLength,
  parseTransfer,
  patchMediaType,
  progressHeaders,
  requireAnnounced,
  requireOneUpload,
  transferHeader,
  tusExtensions,
  tusVersion,
  uploadsPath,
} from './tus-headers.ts'

/** tus 1.0 (https://tus.io/protocols/resumable-upload) at the address of the uploads; a tus id is an upload id. */

export interface TusDependencies {
  readonly http: Http
  readonly createUpload: CreateUpload
  readonly directUploads: DirectUploads
  readonly resumableUploads: ResumableUploads
}

type Params = { Params: { uploadId: string } }

export function bindTus(
  scope: FastifyInstance,
  authentication: UploadAuthentication,
  { http, resumableUploads }: TusDependencies,
): void {
  const { table, config } = http
  for (const path of [uploadsPath, `${uploadsPath}/{uploadId}`]) table.add('OPTIONS', path, 'protocol')
  for (const method of ['HEAD', 'PATCH']) table.add(method, `${uploadsPath}/{uploadId}`, 'protocol')
  for (const url of [uploadsPath, `${uploadsPath}/:uploadId`])
    scope.options(url, { config: { name: 'tusOptions' } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-version': tusVersion,
          'tus-extension': tusExtensions,
          'tus-max-size': String(config.maxUploadBytes),
          'tus-checksum-algorithm': checksumAlgorithms.join(','),
        })
        .send(),
    )
  scope.head<Params>(
    `${uploadsPath}/:uploadId`,
    { config: { name: 'tusHead', upload: true }, onRequest: authentication.requireForBytes(getUpload) },
    async (request, reply) => {
      requireVersion(request, reply)
      const progress = await resumableUploads.findProgress(authentication.accountOf(request), request.params.uploadId)
      return reply
        .code(200)
        .headers({ ...progressHeaders(progress), ...lengthHeaders(progress), ...metadataHeaders(progress) })
        .send()
    },
  )
  scope.patch<Params>(
    `${uploadsPath}/:uploadId`,
    { config: { name: 'tusPatch', upload: true }, onRequest: authentication.requireForBytes(storeUpload) },
    async (request, reply) => {
      requireVersion(request, reply)
      const progress = await resumableUploads.append(
        authentication.accountOf(request),
        request.params.uploadId,
        parsePatch(request),
      )
      return reply.code(204).headers(progressHeaders(progress)).send()
    },
  )
}

function parsePatch(request: FastifyRequest): Continuation {
  const { headers } = request
  if (!isPatchBody(request))
    throw new AppError('unsupported_media_type', { detail: `Send the data as ${patchMediaType}.` })
  const offset = parseByteCount('Upload-Offset', headers['upload-offset'])
  if (offset === undefined)
    throw new AppError('invalid_request', {
      errors: [
        {
          pointer: 'Upload-Offset',
          code: 'required',
          detail: 'Upload-Offset is missing.',
          fix: 'Read the offset with HEAD and send it.',
        },
      ],
    })
  return {
    ...parseBody(request),
    offset,
    size: parseByteCount('Upload-Length', headers['upload-length']),
  }
}

export const isPatchBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === patchMediaType

/** The creation extension, with or without the first bytes. */
export async function createByTus(
  { http, createUpload, directUploads, resumableUploads }: TusDependencies,
  account: AccountId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { headers } = request
  requireVersion(request, reply)
  requireOneUpload(headers['upload-concat'])
  const hasBytes = isPatchBody(request)
  if (!hasBytes && headers['content-type'] !== undefined && Number(headers['content-length'] ?? 0) > 0)
    throw new AppError('unsupported_media_type', { detail: `Send the data as ${patchMediaType}.` })
  const size = parseNewLength(headers['upload-length'], headers['upload-defer-length'])
  const bytes = hasBytes ? parseBody(request) : undefined
  const metadata = parseMetadata(headers['upload-metadata'])
  const wantsDirect = parseTransfer(headers[transferHeader])
  if (wantsDirect) requireAnnounced(size, metadata)
  const id = await createUpload(account, {
    size,
    metadata,
    idempotencyKey: parseIdempotencyKey(request.raw),
  })
  // From here on the upload exists: even an error has the address for resuming.
  reply.header('location', `${http.config.publicUrl}${uploadsPath}/${id}`)
  const urls = wantsDirect && !bytes ? await directUploads.begin(account, id) : undefined
  const progress = await (bytes
    ? resumableUploads.append(account, id, { ...bytes, offset: 0, size: undefined })
    : resumableUploads.start(account, id))
  reply.code(201).headers(progressHeaders(progress))
  return urls ? sendPartUrls(reply, urls) : reply.send()
}

const parseBody = ({ raw, headers }: FastifyRequest): RequestBody => ({
  request: raw,
  declaredBytes: parseContentLength(headers['content-length']),
  checksum: parseChecksum(headers['upload-checksum']),
})

/** The header is required for every tus request, and only this version is supported. */
export function requireVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === tusVersion) return
  reply.header('tus-version', tusVersion)
  throw new AppError('tus_version_unsupported', {
    detail: `Send Tus-Resumable: ${tusVersion}, the only version that the hub supports.`,
  })
}

const lengthHeaders = ({ size }: UploadProgress): Record<string, string> =>
  size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }

const metadataHeaders = ({ metadata }: UploadProgress): Record<string, string> =>
  metadata === null ? {} : { 'upload-metadata': metadata }
