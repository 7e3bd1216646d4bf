import { AppError, getUpload, listUploads, storeUpload, terminateUpload } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { findUploadJson, listUploadsJson } from '../model/read-queries.ts'
import { uploadAuthentication } from './authenticate-upload.ts'
import { bindDirect } from './direct-routes.ts'
import { tusVersion, uploadsPath } from './tus-headers.ts'
import { bindTus, createByTus, requireVersion, type TusDependencies } from './tus-routes.ts'
import { parseUploadQuery } from './upload-query.ts'
import type { UploadTokens } from './upload-tokens.ts'
import type { PostWholeFile } from './whole-file-route.ts'

export interface RouteDependencies extends TusDependencies {
  readonly tokens: Pick<UploadTokens, 'verify'>
  readonly postWholeFile: PostWholeFile
  readonly terminateUpload: (trx: TenantTransaction, id: string) => Promise<void>
}

/**
 * tus and JSON share their addresses. They are in a separate scope, where a body is not parsed but streamed; tus comes
 * first, so that its HEAD and OPTIONS are not handled as those of the JSON resources.
 */
export function bindUploads(dependencies: RouteDependencies): void {
  const { http } = dependencies
  http.fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, undefined))
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', tusVersion)
      // Also for the operations: a client of another version must not conclude that it was understood.
      if (request.headers['tus-resumable'] !== undefined && request.method !== 'OPTIONS') requireVersion(request, reply)
    })
    const authentication = uploadAuthentication(http, dependencies.tokens)
    bindTus(scope, authentication, dependencies)
    bindDirect(scope, authentication, dependencies)
    http.table.add('POST', uploadsPath, 'api')
    scope.post(
      uploadsPath,
      { config: { operation: storeUpload, upload: true }, onRequest: authentication.require(storeUpload) },
      (request, reply) => answerPost(dependencies, authentication.accountOf(request), request, reply),
    )
    bindJson({ ...http, fastify: scope }, dependencies)
    done()
  })
}

function bindJson(http: Http, { terminateUpload: terminate }: RouteDependencies): void {
  route(http, listUploads, async ({ tenant, page, query }) => ({
    page: await listUploadsJson(tenant, page, parseUploadQuery(query)),
  }))
  route(http, getUpload, async ({ tenant, params }) => {
    const found = await findUploadJson(tenant, params.uploadId)
    if (!found) throw new AppError('upload_not_found')
    return { body: found.body, etag: found.etag }
  })
  route(http, terminateUpload, async ({ trx, params }) => {
    await terminate(trx, params.uploadId)
    return { body: undefined }
  })
}

const isMedia = (request: FastifyRequest): boolean => /^\s*(audio|image)\//i.test(request.headers['content-type'] ?? '')

function answerPost(
  dependencies: RouteDependencies,
  account: AccountId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.headers['tus-resumable'] !== undefined) return createByTus(dependencies, account, request, reply)
  if (isMedia(request)) return dependencies.postWholeFile(account, request, reply)
  // Neither of the two ways: the error says what each needs.
  if (request.headers['upload-length'] !== undefined || request.headers['upload-defer-length'] !== undefined)
    requireVersion(request, reply)
  throw new AppError('unsupported_media_type', {
    detail: `Send a whole file as audio/* or image/*, or start a resumable upload with Tus-Resumable: ${tusVersion}.`,
  })
}
