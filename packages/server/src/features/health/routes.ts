import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@spindle/contract'
import { bearerToken } from '../../http/authenticate.ts'
import type { Http } from '../../http/context.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { sha256 } from '../../platform/sha256.ts'

/** One thing the hub depends on; `check` rejects or resolves within the time limit. */
export interface Dependency {
  readonly name: string
  check(timeoutMs: number): Promise<void>
}

export interface HealthRoutesOptions {
  readonly dependencies: readonly Dependency[]
  readonly isDraining: () => boolean
}

const checkTimeoutMs = 2_000

export function bindHealth({ table, fastify }: Http, { dependencies, isDraining }: HealthRoutesOptions): void {
  table.add('GET', '/healthz', 'public')
  table.add('GET', '/readyz', 'public')
  // Alive means that the process answers: asking the database here would restart every node when it is down.
  fastify.get('/healthz', { config: { name: 'healthz' } }, async () => ({ status: 'ok' }))
  fastify.get('/readyz', { config: { name: 'readyz' } }, async (_request, reply) => {
    const checks = isDraining() ? { process: 'draining' } : await checkAll(dependencies)
    const isReady = Object.values(checks).every((state) => state === 'ok')
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks })
  })
}

async function checkAll(dependencies: readonly Dependency[]): Promise<Record<string, string>> {
  const states = await Promise.all(
    dependencies.map(async ({ name, check }) => {
      const state = await check(checkTimeoutMs).then(
        () => 'ok',
        () => 'unavailable',
      )
      return [name, state] as const
    }),
  )
  return Object.fromEntries(states)
}

export function bindMetrics({ fastify, table, challenges }: Http, metrics: Metrics, token: string): void {
  const expected = sha256(token)
  table.add('GET', '/metrics', 'protocol')
  fastify.get('/metrics', { config: { name: 'metrics' } }, async (request, reply) => {
    const presented = bearerToken(request)
    if (presented === undefined || !timingSafeEqual(sha256(presented), expected)) {
      reply.header('www-authenticate', challenges.bearer())
      throw new AppError(presented === undefined ? 'credentials_missing' : 'invalid_token')
    }
    const { mediaType, text } = await metrics.render()
    return reply.header('content-type', mediaType).send(text)
  })
}
