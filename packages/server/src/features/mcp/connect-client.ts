import { Spindle } from '@spindle/client'
import type { Http } from '../../http/context.ts'
import type { AccountCaller } from '../../http/credentials/authenticate-account.ts'
import { inProcessFetch } from '../../http/credentials/in-process.ts'

/** Who calls a tool, and in the course of which request. */
export interface McpCaller extends AccountCaller {
  readonly requestId: string
  readonly address: string
}

/**
 * A client of this very hub with the caller's own credential, so that permissions, validation, idempotency and limits
 * are those of the API. It does not retry: the agent gets the error, and decides.
 */
export const connectClient = (
  { fastify, config, log }: Http,
  { principal, credential, requestId, address }: McpCaller,
): Spindle =>
  new Spindle({
    ...credentialsOf(principal, credential),
    baseUrl: config.publicUrl,
    maxRetries: 0,
    fetch: inProcessFetch({
      fastify,
      baseUrl: config.publicUrl,
      requestId,
      address,
      principal: principal.kind === 'user' ? principal : undefined,
    }),
    logger: { warn: (message) => log.warn('mcp.client_warning', { requestId, message }) },
  })

/** The token of a person opens the tools and nothing else: the API takes the person from the hub itself. */
function credentialsOf({ kind }: AccountCaller['principal'], credential: string) {
  if (kind === 'user') return { session: true }
  return kind === 'apiKey' ? { apiKey: credential } : { accessToken: credential }
}
