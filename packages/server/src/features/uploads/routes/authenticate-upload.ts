import { AppError, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/context.ts'
import { authenticate, isAccountPrincipal, refuse } from '../../../http/credentials/authenticate.ts'
import { requireActiveAccount } from '../../../http/credentials/require-active-account.ts'
import { countFailure, limitRequests } from '../../../http/limits/limit-requests.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { type UploadTokens, uploadTokenHeader } from './upload-tokens.ts'

/** Authenticates the client before a byte of the body is read. */
export interface UploadAuthentication {
  require(operation: Operation): Check
  /** The same, but also accepts an upload token in place of the credential. */
  requireForBytes(operation: Operation): Check
  accountOf(request: FastifyRequest): AccountId
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export function uploadAuthentication(http: Http, tokens: Pick<UploadTokens, 'verify'>): UploadAuthentication {
  const accounts = new WeakMap<FastifyRequest, AccountId>()
  const require = (operation: Operation): Check => {
    return async (request, reply) => {
      const principal = await authenticate(http, operation, request, reply)
      if (isAccountPrincipal(principal)) accounts.set(request, principal.accountId)
    }
  }
  const acceptToken = async (token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { uploadId } = request.params as { readonly uploadId: string }
    const holder = tokens.verify(uploadId, token)
    if (!holder) {
      await countFailure(http, request, reply)
      const detail = 'The upload token is for another upload, or has expired after one hour.'
      refuse(http, reply, http.challenges.apiKey(), new AppError('api_key_invalid', { detail }))
    }
    const { keyId: id, accountId } = holder
    await limitRequests(http, 'uploads', { kind: 'apiKey', id, accountId, permissions: ['music:write'] }, reply)
    await requireActiveAccount(http.credentials, accountId)
    accounts.set(request, accountId)
  }
  return {
    require,
    requireForBytes(operation) {
      const byCredential = require(operation)
      return async (request, reply) => {
        const token = request.headers[uploadTokenHeader]
        if (token === undefined) await byCredential(request, reply)
        else await acceptToken(String(token), request, reply)
      }
    },
    accountOf(request) {
      const account = accounts.get(request)
      if (account === undefined) throw new AppError('credentials_missing')
      return account
    },
  }
}
