import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { bearerToken } from '../../http/credentials/authenticate.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { hubBuild } from '../../platform/process/version.ts'
import { sha256 } from '../../platform/values/sha256.ts'
import type { Dependency, DependencyState, Outages } from './outages.ts'

/** Only a node that serves has a state that depends on others. */
export type Phase = 'starting' | 'serving' | 'draining'

export interface HealthRoutesOptions {
  readonly dependencies: readonly Dependency[]
  readonly outages: Pick<Outages, 'look'>
  readonly phase: () => Phase
}

export function bindHealth({ table, fastify }: Http, { dependencies, outages, phase }: HealthRoutesOptions): void {
  table.add('GET', '/healthz', 'public')
  table.add('GET', '/readyz', 'public')
  // Alive means that the process answers: asking the database here would restart every node when it is down.
  fastify.get('/healthz', { config: { name: 'healthz' } }, async () => ({ status: 'ok' }))
  fastify.get('/readyz', { config: { name: 'readyz' } }, async (_request, reply) => {
    const checks = phase() === 'serving' ? await outages.look() : {}
    // It may have been told to stop while they were looked at.
    const now = phase()
    if (now !== 'serving') return reply.code(503).send({ status: now, checks: { process: now }, build: hubBuild })
    const status = statusOf(dependencies, checks)
    return reply.code(servingStatuses.has(status) ? 200 : 503).send({ status, checks, build: hubBuild })
  })
}

type NodeStatus = 'ready' | 'degraded' | 'broken'

/** A load balancer keeps sending what needs no database: verification, discovery and problem documents. */
const servingStatuses: ReadonlySet<NodeStatus> = new Set(['ready', 'degraded'])

function statusOf(dependencies: readonly Dependency[], checks: Readonly<Record<string, DependencyState>>): NodeStatus {
  const missing = dependencies.filter(({ name }) => checks[name] !== 'ok')
  // Without room a node still reads, verifies and takes down; so it stays in service.
  if (missing.some(({ name, isShared }) => !isShared && checks[name] !== 'full')) return 'broken'
  return missing.length === 0 ? 'ready' : 'degraded'
}

export function bindMetrics({ fastify, table, challenges }: Http, render: Metrics['render'], token: string): void {
  const expected = sha256(token)
  table.add('GET', '/metrics', 'protocol')
  fastify.get('/metrics', { config: { name: 'metrics' } }, async (request, reply) => {
    const presented = bearerToken(request)
    if (presented === undefined || !timingSafeEqual(sha256(presented), expected)) {
      reply.header('www-authenticate', challenges.bearer())
      throw new AppError(presented === undefined ? 'credentials_missing' : 'invalid_token')
    }
    const { mediaType, text } = await render()
    return reply.header('content-type', mediaType).send(text)
  })
}
