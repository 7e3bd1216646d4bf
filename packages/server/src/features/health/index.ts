import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { AppError, errors } from '@spindle/contract'
import { bearerToken } from '../../http/authenticate.ts'
import type { Http } from '../../http/context.ts'
import type { Feature } from '../../http/feature.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Liveness, readiness and figures for the operator's machines. */
export interface HealthFeature extends Feature {
  /** Starts the metrics port where one is configured. */
  start(): Promise<void>
  /** From now on /readyz answers 503, so that a balancer sends no more work. */
  drain(): void
  close(): Promise<void>
}

/** One thing the hub depends on; `check` rejects or resolves within the time limit. */
export interface Dependency {
  readonly name: string
  check(timeoutMs: number): Promise<void>
}

export interface HealthOptions {
  readonly dependencies: readonly Dependency[]
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly metricsPort: number | undefined
  readonly host: string
}

const checkTimeoutMs = 2_000

export function healthFeature({
  dependencies,
  metrics,
  metricsToken,
  metricsPort,
  host,
}: HealthOptions): HealthFeature {
  let isDraining = false
  let metricsServer: Server | undefined
  return {
    bind(http) {
      http.table.add('GET', '/healthz', 'public')
      http.table.add('GET', '/readyz', 'public')
      // Alive means that the process answers: asking the database here would restart every node when it is down.
      http.fastify.get('/healthz', { config: { name: 'healthz' } }, async () => ({ status: 'ok' }))
      http.fastify.get('/readyz', { config: { name: 'readyz' } }, async (_request, reply) => {
        const checks = isDraining ? { process: 'draining' } : await checkAll(dependencies)
        const isReady = Object.values(checks).every((state) => state === 'ok')
        return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', checks })
      })
      if (metricsToken !== undefined) bindMetrics(http, metrics, metricsToken)
    },
    async start() {
      if (metricsPort === undefined) return
      metricsServer = createServer((_request, response) => {
        metrics.render().then(
          ({ mediaType, text }) => response.writeHead(200, { 'content-type': mediaType }).end(text),
          () => response.writeHead(errors.internal_error.status).end(),
        )
      })
      const server = metricsServer
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(metricsPort, host, resolve)
      })
    },
    drain: () => {
      isDraining = true
    },
    close: async () => {
      await new Promise<void>((resolve) => (metricsServer ? metricsServer.close(() => resolve()) : resolve()))
    },
  }
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

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function bindMetrics({ fastify, table, challenges }: Http, metrics: Metrics, token: string): void {
  const expected = digest(token)
  table.add('GET', '/metrics', 'protocol')
  fastify.get('/metrics', { config: { name: 'metrics' } }, async (request, reply) => {
    const presented = bearerToken(request)
    if (presented === undefined || !timingSafeEqual(digest(presented), expected)) {
      reply.header('www-authenticate', challenges.bearer())
      throw new AppError(presented === undefined ? 'credentials_missing' : 'invalid_token')
    }
    const { mediaType, text } = await metrics.render()
    return reply.header('content-type', mediaType).send(text)
  })
}
