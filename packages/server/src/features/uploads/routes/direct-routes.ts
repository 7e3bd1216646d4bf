import { AppError, storeUpload } from '@spindle/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Http } from '../../../http/context.ts'
import { parseStrictJson } from '../../../http/requests/strict-json.ts'
import type { PartUrls } from '../../../platform/blobs/blobs.ts'
import type { DirectUploads } from '../direct-upload.ts'
import type { UploadAuthentication } from './authenticate-upload.ts'
import { progressHeaders, transferHeader, uploadsPath } from './tus-headers.ts'

/** Additions to tus for clients that send bytes directly to the storage: part addresses, and the parts that arrived. */

export interface DirectRouteDependencies {
  readonly http: Http
  readonly directUploads: DirectUploads
}

type Params = { Params: { uploadId: string } }

/** As many as an object has parts, including spaces. */
const maxReportBytes = 128 * 1024
const maxParts = 10_000

export function bindDirect(
  scope: FastifyInstance,
  authentication: UploadAuthentication,
  { http, directUploads }: DirectRouteDependencies,
): void {
  for (const method of ['GET', 'POST']) http.table.add(method, `${uploadsPath}/{uploadId}/parts`, 'protocol')
  const path = `${uploadsPath}/:uploadId/parts`
  const onRequest = authentication.requireForBytes(storeUpload)
  scope.get<Params & { Querystring: { from?: string | string[] } }>(
    path,
    { config: { name: 'listUploadParts', upload: true }, onRequest },
    async (request, reply) => {
      const from = parseFrom(request.query.from)
      const urls = await directUploads.listUrls(authentication.accountOf(request), request.params.uploadId, from)
      return sendPartUrls(reply, urls)
    },
  )
  // A separate scope, in which a body is parsed.
  void scope.register((parsing, _options, done) => {
    parsing.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: maxReportBytes },
      async (_request: unknown, body: Buffer) => parseStrictJson(body),
    )
    parsing.post<Params>(
      path,
      { config: { name: 'reportUploadParts', upload: true }, onRequest },
      async (request, reply) => {
        const numbers = parseNumbers(request.body)
        const report = await directUploads.report(authentication.accountOf(request), request.params.uploadId, numbers)
        const { offset, size, isComplete, missing } = report
        return reply.headers(progressHeaders(report)).send({ offset, size, isComplete, missing })
      },
    )
    done()
  })
}

/** The addresses are permissions: they must not be cached. */
export const sendPartUrls = (reply: FastifyReply, { partBytes, parts }: PartUrls): FastifyReply =>
  reply.headers({ [transferHeader]: 'direct', 'cache-control': 'no-store' }).send({
    partBytes,
    parts: parts.map(({ number, bytes, url, expiresAt }) => ({
      number,
      url,
      headers: { 'content-length': String(bytes) },
      expiresAt: expiresAt.toISOString(),
    })),
  })

const isPartNumber = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxParts

function parseFrom(value: string | string[] | undefined): number {
  const from = value === undefined ? 1 : Number(value)
  if (isPartNumber(from)) return from
  throw invalid('from', 'from is not a part number.', `Send a whole number from 1 to ${maxParts}.`)
}

function parseNumbers(body: unknown): readonly number[] {
  const { parts } = (typeof body === 'object' && body !== null ? body : {}) as { readonly parts?: unknown }
  if (Array.isArray(parts) && parts.length <= maxParts && parts.every(isPartNumber)) return parts
  throw invalid(
    '/parts',
    'parts is not a list of part numbers.',
    'Send {"parts": [1, 2, 3]} as application/json: the numbers of the parts that the storage received.',
  )
}

const invalid = (pointer: string, detail: string, fix: string): AppError =>
  new AppError('invalid_request', { errors: [{ pointer, code: 'invalid', detail, fix }] })
