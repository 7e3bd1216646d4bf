import type { Server } from 'node:http'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import { type Check, examine, type NamedFinding } from '../../platform/checks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PostgresDatabase } from '../../platform/database/postgres.ts'
import { checkDatabase } from '../../platform/database/schema/check-database.ts'
import { checkDiskSpace } from '../../platform/files/disk-space.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import type { Siblings } from '../../platform/processes/child-channel.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { type DependencySources, dependenciesOf } from './dependencies.ts'
import { openMetricsPort } from './metrics-port.ts'
import { type Dependency, type Outages, outages as watchOutages } from './outages.ts'
import { type FiguresOptions, registerFigures } from './register-figures.ts'
import { bindHealth, bindMetrics, type Phase } from './routes.ts'

export { countJobs } from './health-queries.ts'
export { openMetricsPort } from './metrics-port.ts'

/** Liveness, readiness and figures for the operator's machines. */
export interface HealthFeature extends Feature {
  /** Starts the metrics port where one is configured. */
  start(): Promise<void>
  /** /readyz answers 503 until `begun` resolves and everything that the hub depends on was looked at once. */
  announceStarted(begun: Promise<unknown>): Promise<void>
  /** A request failed with this, which may be an outage. */
  readonly noteFailure: Outages['note']
  /** Runs every check that there is: its own, and those that features bring. */
  examine(): Promise<readonly NamedFinding[]>
  /** From now on /readyz answers 503, so that a balancer sends no more work. */
  announceDrain(): void
  close(): Promise<void>
}

export interface HealthOptions {
  readonly config: Pick<Config, 'metricsToken' | 'metricsPort' | 'host'>
  readonly dependencies: readonly Dependency[]
  readonly checks: readonly Check[]
  readonly metrics: Metrics
  /** With other processes of the same start, metrics are those of all. */
  readonly siblings?: Siblings | undefined
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly now: () => number
}

export function healthFeature({
  config,
  dependencies,
  checks,
  metrics,
  siblings,
  log,
  now,
}: HealthOptions): HealthFeature {
  const { metricsToken } = config
  siblings?.offerMetrics(metrics)
  const render = siblings?.renderMetrics ?? metrics.render
  const outages = watchOutages({ dependencies, log, now })
  let phase: Phase = 'starting'
  let metricsServer: Server | undefined
  return {
    bind(http) {
      bindHealth(http, { dependencies, outages, phase: () => phase })
      if (metricsToken !== undefined) bindMetrics(http, render, metricsToken)
    },
    async start() {
      metricsServer = await openMetricsPort(config, render)
    },
    async announceStarted(begun) {
      await Promise.all([begun, outages.look()])
      if (phase === 'starting') phase = 'serving'
    },
    noteFailure: outages.note,
    examine: () => Promise.all(checks.map(examine)),
    announceDrain: () => {
      phase = 'draining'
    },
    close: async () => {
      outages.close()
      await new Promise<void>((resolve) => (metricsServer ? metricsServer.close(() => resolve()) : resolve()))
    },
  }
}

export interface HealthNeeds extends DependencySources, Pick<FiguresOptions, 'metrics' | 'notifications' | 'blobs'> {
  readonly config: DependencySources['config'] & HealthOptions['config']
  readonly database: PostgresDatabase
  readonly log: Log
  readonly clock: Clock
  readonly siblings: Siblings | undefined
  /** Of all features that bring some. */
  readonly checks: readonly Check[]
}

export const health = defineFeature({
  name: 'health',
  needs: [
    'config',
    'database',
    'blobs',
    'diskReserve',
    'storedUploads',
    'nodes',
    'checks',
    'metrics',
    'notifications',
    'log',
    'clock',
    'siblings',
  ],
  make(options: HealthNeeds) {
    const { config, database, clock, checks } = options
    registerFigures({
      ...options,
      system: database.system,
      pool: database.connections,
      dataDir: config.dataDir,
    })
    const ownChecks: readonly Check[] = [
      { name: 'disk space', run: () => checkDiskSpace(config.dataDir) },
      { name: 'database', run: () => checkDatabase(database) },
    ]
    return healthFeature({
      ...options,
      dependencies: dependenciesOf(options),
      checks: [...ownChecks, ...checks],
      now: clock.now,
    })
  },
})
