import { AppError, storeUpload } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/context.ts'
import { parseIdempotencyKey } from '../../../http/idempotency/idempotency.ts'
import { requestValidator } from '../../../http/requests/validation.ts'
import type { RenderedResponse } from '../../../http/responses/handler-response.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { CreateUpload } from '../create-upload.ts'
import { parseDispositionFilename } from '../model/file-metadata.ts'
import { findUploadJson } from '../model/read-queries.ts'
import { uploadTooLarge } from '../model/upload-errors.ts'
import { deleteUpload, type UploadId } from '../model/upload-queries.ts'
import type { ReceiveWholeFile } from '../receive-whole-file.ts'
import { parseContentLength, uploadsPath } from './tus-headers.ts'

/**
 * A file in the body of one POST: the answer is the upload, and a repetition with the same key gets the same answer.
 */

export interface WholeFileRouteDependencies {
  readonly http: Http
  readonly createUpload: CreateUpload
  readonly receiveWholeFile: ReceiveWholeFile
  readonly removeBytes: (id: UploadId) => Promise<void>
}

export type PostWholeFile = (
  accountId: AccountId,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

export function wholeFileRoute(dependencies: WholeFileRouteDependencies): PostWholeFile {
  const { http, createUpload, receiveWholeFile, removeBytes } = dependencies
  const validator = requestValidator(storeUpload)
  http.warmUp.add(validator.compile)
  return async (accountId, request, reply) => {
    const { query } = validator.parameters(request.query, request.params)
    const { filename = parseDispositionFilename(request.headers['content-disposition']) } = query as {
      filename?: string
    }
    const filetype = request.headers['content-type']
    const key = parseIdempotencyKey(request.raw)
    const declaredBytes = parseContentLength(request.headers['content-length'])
    const { maxUploadBytes } = http.config
    if ((declaredBytes ?? 0) > maxUploadBytes) throw uploadTooLarge(maxUploadBytes)
    const metadata = { filename, filetype, kind: undefined, sha256: undefined }
    const id = await createUpload(accountId, { size: declaredBytes, metadata })
    const body = { request: request.raw, declaredBytes, checksum: undefined }
    const answer = await receiveWholeFile({ accountId, id, body }, async (trx, sha256) => {
      const work = () => render(http, trx, id)
      const content = { filename: filename ?? null, filetype, sha256: sha256.toString('hex') }
      if (key === undefined) return work()
      const rendered = await http.idempotency.run(trx, { operation: storeUpload.id, key, content }, work)
      if (rendered.headers['Idempotency-Replayed'] === undefined) return rendered
      // The bytes repeat an earlier request; its upload is the answer.
      await deleteUpload(trx, id)
      trx.afterCommit(() => void removeBytes(id))
      return rendered
    })
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
      etag: found.etag,
    },
    body: found.body.text,
  }
}
