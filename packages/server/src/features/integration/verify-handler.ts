import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, type VerificationResult, verifyIntegration } from '@spindle/contract'
import type { IntegrationToken } from '../../config/integration-tokens.ts'
import type { ClientAddresses } from '../../http/connections/client-address.ts'
import { bearerToken } from '../../http/credentials/authenticate.ts'
import type { Challenges } from '../../http/credentials/challenge.ts'
import { type Quota, type RateLimiter, rateLimitFields, toNetwork } from '../../http/limits/rate-limit.ts'
import { isRepeated } from '../../http/requests/repeated-header.ts'
import { corsHeaders } from '../../http/responses/cors.ts'
import { problemMediaType, toProblem } from '../../http/responses/problem.ts'
import { securityHeaders } from '../../http/responses/security-headers.ts'
import type { RawHandler } from '../../http/server.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { deriveKey } from '../../platform/secrets/encryption.ts'
import type { Ids } from '../../platform/values/ids.ts'
import type { TokenRegistry } from './token-registry.ts'
import type { VerificationRecord } from './verification-record.ts'

/**
 * Endpoint 1. Answered before the framework, from answers built at start: the sites ask at every start of theirs, and
 * nothing about the answer needs more than a digest. Order of decisions: no credentials 401, two
 * credentials 400, nothing configured 503, no match 401, match 200.
 */

export interface PreparedVerification {
  readonly property: string
  /** Text, because it leaves in one write with its head; bytes would need a second one. */
  readonly body: string
  readonly length: string
  readonly signingKey: Buffer
}

export interface VerifyHandlerOptions {
  readonly registry: TokenRegistry<PreparedVerification>
  readonly publicUrl: string
  readonly corsOrigins: readonly string[]
  readonly challenges: Challenges
  readonly ids: Ids
  readonly metrics: Metrics
  readonly record: Pick<VerificationRecord, 'noteAccepted' | 'noteRefused'>
  readonly rateLimiter: RateLimiter
  readonly clientAddresses: ClientAddresses
  readonly failedCredentialsPerMinute: number | undefined
}

/** The 200 of a property, built once, and the key of its addresses: the token itself is not kept. */
export function prepareVerification(
  { service, integration }: { service: string; integration: string },
  { property, token }: IntegrationToken,
): PreparedVerification {
  const result: VerificationResult = { ok: true, service, integration, property }
  const body = JSON.stringify(result)
  const signingKey = deriveKey(Buffer.from(token), 'signed addresses', property)
  return { property, body, length: String(Buffer.byteLength(body)), signingKey }
}

const path = verifyIntegration.path

export function verifyHandler(options: VerifyHandlerOptions): RawHandler {
  const { registry, challenges, ids, metrics, record, publicUrl } = options
  const common = Object.entries({ ...securityHeaders(publicUrl), 'cache-control': 'no-store' }).flat()

  const headersFor = (request: IncomingMessage, id: string, rest: readonly string[]): string[] => {
    const cors =
      options.corsOrigins.length === 0
        ? []
        : Object.entries(corsHeaders(options.corsOrigins, request.headers.origin, false)).flat()
    return [...common, ...cors, 'x-request-id', id, ...rest]
  }
  const accept = (
    request: IncomingMessage,
    response: ServerResponse,
    { property, body, length }: PreparedVerification,
  ): void => {
    metrics.countVerification('ok')
    record.noteAccepted(property)
    response.writeHead(
      200,
      headersFor(request, ids.make('req'), [
        'content-type',
        'application/json; charset=utf-8',
        'content-length',
        length,
      ]),
    )
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const refuse = (request: IncomingMessage, response: ServerResponse, { error, headers = [] }: Refusal): void => {
    metrics.countVerification('refused')
    const requestId = ids.make('req')
    const problem = toProblem(error, { publicUrl, requestId })
    const body = JSON.stringify(problem)
    response.writeHead(
      problem.status,
      headersFor(request, requestId, [
        ...headers,
        'content-type',
        problemMediaType,
        'content-length',
        String(Buffer.byteLength(body)),
      ]),
    )
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  // Made once: building an error costs a stack trace, and refusals must stay about as cheap as answers.
  const refusals = prepareRefusals(challenges)

  return (request, response) => {
    const query = queryOf(request.url ?? '')
    if (query === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const token = bearerToken(request)
    if (token === undefined) refuse(request, response, refusals.missing)
    else if (hasTwoCredentials(request, query)) refuse(request, response, refusals.twice)
    else {
      const found = lookUp(registry, token)
      if (found instanceof AppError) refuse(request, response, { error: found })
      else if (found) accept(request, response, found)
      else {
        record.noteRefused()
        refuse(request, response, limitFailures(options, request) ?? refusals.invalid)
      }
    }
    return true
  }
}

interface Refusal {
  readonly error: AppError
  readonly headers?: readonly string[]
}

/** The query string when the path is ours, else undefined. */
function queryOf(url: string): string | undefined {
  if (url === path) return ''
  return url.startsWith(`${path}?`) ? url.slice(path.length + 1) : undefined
}

const hasTwoCredentials = (request: IncomingMessage, query: string): boolean =>
  isRepeated(request, 'authorization') || (query !== '' && new URLSearchParams(query).has('access_token'))

function lookUp(
  registry: TokenRegistry<PreparedVerification>,
  token: string,
): PreparedVerification | AppError | undefined {
  try {
    return registry.find(token)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const prepareRefusals = (challenges: Challenges) => ({
  missing: {
    error: new AppError('credentials_missing', {
      detail: 'Send the integration token in the Authorization header with the Bearer scheme.',
    }),
    headers: ['www-authenticate', challenges.bearer()],
  },
  twice: {
    error: new AppError('invalid_request', {
      detail: 'The request has more than one credential. Send one Authorization header and no token in the query.',
    }),
    headers: [
      'www-authenticate',
      challenges.bearer({ error: 'invalid_request', description: 'The request has more than one credential' }),
    ],
  },
  invalid: {
    error: new AppError('invalid_token', {
      detail:
        'The token does not match any property. Compare it with the value configured for the property, then repeat discovery.',
    }),
    headers: ['www-authenticate', challenges.bearer({ error: 'invalid_token', description: 'The token is not valid' })],
  },
})

function limitFailures(
  { rateLimiter, clientAddresses, failedCredentialsPerMinute }: VerifyHandlerOptions,
  request: IncomingMessage,
): Refusal | undefined {
  if (failedCredentialsPerMinute === undefined) return undefined
  const quota: Quota = { policy: 'failed-credentials', limit: failedCredentialsPerMinute }
  const consumption = rateLimiter.consume(toNetwork(clientAddresses.find(request)), quota)
  if (consumption.isAllowed) return undefined
  const fields = Object.entries(rateLimitFields(quota, consumption)).flat()
  return { error: new AppError('rate_limited'), headers: [...fields, 'retry-after', String(consumption.resetSeconds)] }
}
