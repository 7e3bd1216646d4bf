import { AppError, storeUpload } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../http/context.ts'
import { etagOf } from '../../http/etag.ts'
import type { RenderedResponse } from '../../http/handler-response.ts'
import { parseIdempotencyKey } from '../../http/idempotency/idempotency.ts'
import { requestValidator } from '../../http/validation.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { CreateUpload } from './create-upload.ts'
import { findUploadJson } from './model/read-store.ts'
import type { UploadId } from './model/upload-store.ts'
import type { UploadService } from './resume-upload.ts'
import { parseContentLength } from './routes/tus-headers.ts'
import { uploadsPath } from './routes/tus-routes.ts'
import { tooLarge } from './upload-steps.ts'

/** A whole file in one request: complete or not there. */

export type ReceiveWholeFile = (
  accountId: AccountId,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

export interface WholeFileDependencies {
  readonly http: Http
  readonly service: UploadService
  readonly creator: CreateUpload
}

export function wholeFileReceiver({ http, service, creator }: WholeFileDependencies): ReceiveWholeFile {
  const validator = requestValidator(storeUpload)
  return async (accountId, request, reply) => {
    const { query } = validator.parameters(request.query, request.params)
    const { filename = dispositionFilename(request.headers['content-disposition']) } = query as { filename?: string }
    const filetype = request.headers['content-type']
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const declaredBytes = parseContentLength(request.headers['content-length'])
    const { maxUploadBytes } = http.config
    if ((declaredBytes ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes)
    const metadata = { filename, filetype, kind: undefined, sha256: undefined }
    const id = await creator(accountId, { size: declaredBytes, metadata })
    const answer = await service.storeWhole(
      accountId,
      id,
      { request: request.raw, declaredBytes },
      async (trx, sha256) => {
        const work = () => render(http, trx, id)
        const content = { filename: filename ?? null, filetype, sha256: sha256.toString('hex') }
        if (key === undefined) return work()
        const rendered = await http.idempotency.run(trx, { operation: storeUpload.id, key, content }, work)
        if (rendered.headers['Idempotency-Replayed'] !== undefined) await service.forget(trx, id)
        return rendered
      },
    )
    return reply.code(answer.status).headers(answer.headers).send(answer.body)
  }
}

async function render(http: Http, trx: TenantTransaction, id: UploadId): Promise<RenderedResponse> {
  const found = await findUploadJson(trx, id)
  if (!found) throw new AppError('upload_gone')
  return {
    status: 201,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      location: `${http.config.publicUrl}${uploadsPath}/${id}`,
      etag: etagOf(found.etag),
    },
    body: found.body.text,
  }
}

/** RFC 6266: `filename*` is preferred over `filename`. */
export function dispositionFilename(header: string | undefined): string | undefined {
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended)
    } catch {
      return undefined
    }
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '')
  return plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]
}
