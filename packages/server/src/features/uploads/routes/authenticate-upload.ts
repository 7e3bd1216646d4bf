import { AppError, type Operation } from '@spindle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, isAccountPrincipal } from '../../../http/authenticate.ts'
import type { Http } from '../../../http/context.ts'
import type { AccountId } from '../../../platform/ids.ts'

/** Finds out who asks before a byte of the body is read. */
export interface UploadAuthentication {
  require(operation: Operation): (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  accountOf(request: FastifyRequest): AccountId
}

export function uploadAuthentication(http: Http): UploadAuthentication {
  const accounts = new WeakMap<FastifyRequest, AccountId>()
  return {
    require: (operation) => async (request, reply) => {
      const principal = await authenticate(http, operation, request, reply)
      if (isAccountPrincipal(principal)) accounts.set(request, principal.accountId)
    },
    accountOf(request) {
      const account = accounts.get(request)
      if (account === undefined) throw new AppError('credentials_missing')
      return account
    },
  }
}
