import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@spindle/contract'
import { bearerToken } from '../../http/authenticate.ts'
import type { Http } from '../../http/context.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { sha256 } from '../../platform/sha256.ts'

/** One thing the hub depends on; `check` rejects or resolves within the time limit. */
export interface Dependency {
  readonly name: string
  /** Other nodes depend on the very same: taking this one out of service would help nobody. */
  readonly isShared: boolean
  check(timeoutMs: number): Promise<void>
}

/** Only a node that serves has a state that depends on others. */
export type Phase = 'starting' | 'serving' | 'draining'

export interface HealthRoutesOptions {
  readonly dependencies: readonly Dependency[]
  readonly phase: () => Phase
}

const checkTimeoutMs = 2_000

export function bindHealth({ table, fastify }: Http, { dependencies, phase }: HealthRoutesOptions): void {
  table.add('GET', '/healthz', 'public')
  table.add('GET', '/readyz', 'public')
  // Alive means that the process answers: asking the database here would restart every node when it is down.
  fastify.get('/healthz', { config: { name: 'healthz' } }, async () => ({ status: 'ok' }))
  fastify.get('/readyz', { config: { name: 'readyz' } }, async (_request, reply) => {
    const checks = phase() === 'serving' ? await checkAll(dependencies) : {}
    // It may have been told to stop while they were looked at.
    const now = phase()
    if (now !== 'serving') return reply.code(503).send({ status: now, checks: { process: now } })
    const status = statusOf(dependencies, checks)
    return reply.code(servingStatuses.has(status) ? 200 : 503).send({ status, checks })
  })
}

type NodeStatus = 'ready' | 'degraded' | 'broken'

/** A balancer goes on sending what needs no database: verification, discovery and problem documents. */
const servingStatuses: ReadonlySet<NodeStatus> = new Set(['ready', 'degraded'])

function statusOf(dependencies: readonly Dependency[], checks: Readonly<Record<string, string>>): NodeStatus {
  const missing = dependencies.filter(({ name }) => checks[name] !== 'ok')
  if (missing.some(({ isShared }) => !isShared)) return 'broken'
  return missing.length === 0 ? 'ready' : 'degraded'
}

/** `ok` or `unavailable` by the name of each. */
export async function checkAll(dependencies: readonly Dependency[]): Promise<Record<string, string>> {
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
