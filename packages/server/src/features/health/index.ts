import type { Server } from 'node:http'
import { errors } from '@spindle/contract'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import { createServer } from '../../platform/http-server.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type Dependency, type Outages, outages as watchOutages } from './outages.ts'
import { bindHealth, bindMetrics, type Phase } from './routes.ts'

export {
  type Check,
  checkBackupAge,
  checkBackups,
  checkDatabase,
  checkDiskSpace,
  checkStorage,
  checkTokens,
  checkWalls,
  examine,
  type Finding,
  findDiskSpace,
  type NamedFinding,
} from './checks.ts'
export { dependenciesOf } from './dependencies.ts'
export { registerFigures } from './register-figures.ts'
export { countJobs } from './store.ts'

/** Liveness, readiness and figures for the operator's machines. */
export interface HealthFeature extends Feature {
  /** Starts the metrics port where one is configured. */
  start(): Promise<void>
  /** /readyz answers 503 until `begun` resolves and everything that the hub depends on was looked at once. */
  announceStarted(begun: Promise<unknown>): Promise<void>
  /** A request failed with this, which may be an outage. */
  readonly noteFailure: Outages['note']
  /** From now on /readyz answers 503, so that a balancer sends no more work. */
  announceDrain(): void
  close(): Promise<void>
}

export interface HealthOptions {
  readonly config: Pick<Config, 'metricsToken' | 'metricsPort' | 'host'>
  readonly dependencies: readonly Dependency[]
  readonly metrics: Metrics
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly now: () => number
}

export function healthFeature({ config, dependencies, metrics, log, now }: HealthOptions): HealthFeature {
  const { metricsToken, metricsPort, host } = config
  const outages = watchOutages({ dependencies, log, now })
  let phase: Phase = 'starting'
  let metricsServer: Server | undefined
  return {
    bind(http) {
      bindHealth(http, { dependencies, outages, phase: () => phase })
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
        server.once('error', (error) => reject(Object.assign(error, { setting: 'SPINDLE_METRICS_PORT' })))
        server.listen(metricsPort, host, resolve)
      })
    },
    async announceStarted(begun) {
      await Promise.all([begun, outages.look()])
      if (phase === 'starting') phase = 'serving'
    },
    noteFailure: outages.note,
    announceDrain: () => {
      phase = 'draining'
    },
    close: async () => {
      outages.close()
      await new Promise<void>((resolve) => (metricsServer ? metricsServer.close(() => resolve()) : resolve()))
    },
  }
}
