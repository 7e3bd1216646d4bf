import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import type { Feature } from '../../http/feature.ts'
import type { DatabaseClock } from '../../platform/database/database-clock.ts'
import type { Database, Sql } from '../../platform/database/sql.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { hubBuild } from '../../platform/process/version.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { secretIdOf } from '../../platform/secrets/hub-secret.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { checkNodes } from './check-nodes.ts'
import {
  countConfigurations,
  isStorageApart,
  nameOf,
  notableSkewMs,
  settingsOfOneNode,
  wrongSkewMs,
} from './compare-nodes.ts'
import {
  deleteNode,
  deleteSilentNodes,
  listNodes,
  type Node,
  type NodeReport,
  type NodeRole,
  saveNode,
} from './node-queries.ts'

export { checkConnections } from './check-connections.ts'
export { checkNodes } from './check-nodes.ts'

/** The processes that are this hub: each reports to the others that it runs, and how. */
export interface NodesFeature extends Feature {
  /** Rejects while the clock of this machine is too wrong to work by. */
  checkClock(): Promise<void>
  /** Hears once that this machine is not to be trusted with work. */
  onClockWrong(handler: () => void): void
  list(): Promise<readonly Node[]>
  /** Those that make what they make with another secret than this process. */
  listWithOtherSecret(): Promise<readonly Node[]>
  /** Whether another process answered requests when this one last looked. */
  hasOthersAnswering(): boolean
  start(): Promise<void>
  close(): Promise<void>
}

export interface NodesOptions {
  readonly config: Config
  readonly database: Database
  readonly databaseClock: DatabaseClock
  readonly secrets: Keys
  readonly role: NodeRole
  readonly host: string | undefined
  readonly properties: () => readonly string[]
  readonly log: Log
  readonly metrics: Pick<Metrics, 'gauge' | 'gauges'>
  /** How often it reports. */
  readonly beatMs?: number
}

const usualBeatMs = 10_000
const goodbyeMs = 1_000

/** The clock of this machine and that of the database differ by so much that due times are unreliable. */
export class WrongClockError extends Error {
  readonly fix = 'synchronise both machines with a time server (chrony, systemd-timesyncd), then start again'
  constructor(skewMs: number) {
    super(`The clock of this machine differs by ${(skewMs / 1000).toFixed(1)} s from the clock of the database`)
    this.name = 'WrongClockError'
  }
}

export function nodesFeature(options: NodesOptions): NodesFeature {
  const { database, databaseClock, log, beatMs = usualBeatMs } = options
  let tellClockWrong = (): void => {}
  const node = describeNode(options)
  const noted = new Set<string>()
  let hasOthers = false
  /** Says something when it begins, and not again while it lasts. */
  const isNew = (what: string, isSo: boolean): boolean => {
    const wasSo = noted.has(what)
    if (isSo) noted.add(what)
    else noted.delete(what)
    return isSo && !wasSo
  }
  const beat = async (): Promise<void> => {
    const skewMs = await databaseClock.measure(database.system)
    await saveNode(database.system, { ...node, skewMs, properties: options.properties() })
    await deleteSilentNodes(database.system)
    noted.delete('silence')
    const isWrong = Math.abs(skewMs) >= wrongSkewMs
    if (isNew('skew', !isWrong && Math.abs(skewMs) >= notableSkewMs)) log.warn('nodes.clock_skewed', { skewMs })
    if (isNew('wrong clock', isWrong)) {
      log.error('nodes.clock_wrong', { skewMs })
      tellClockWrong()
    }
    const nodes = await listNodes(database.system)
    hasOthers = nodes.some(({ id, role }) => id !== node.id && role !== 'worker')
    if (isNew('storage', isStorageApart(nodes))) log.warn('nodes.storage_apart', { nodes: nodes.map(nameOf) })
  }
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let running = Promise.resolve()
  const warnOfSilence = (error: unknown): void => {
    if (isNew('silence', true)) log.warn('nodes.heartbeat_failed', { error })
  }
  const beatLater = (): void => {
    if (isClosed) return
    timer = setTimeout(() => {
      running = beat().catch(warnOfSilence).finally(beatLater)
    }, beatMs)
    timer.unref()
  }
  registerGauges(options)
  return {
    async checkClock() {
      if (Math.abs(databaseClock.skewMs()) >= wrongSkewMs) throw new WrongClockError(databaseClock.skewMs())
    },
    onClockWrong(handler) {
      tellClockWrong = handler
    },
    list: () => listNodes(database.system),
    listWithOtherSecret: async () =>
      (await listNodes(database.system)).filter(({ secretId }) => secretId !== node.secretId),
    hasOthersAnswering: () => hasOthers,
    async start() {
      const skewMs = await databaseClock.measure(database.system)
      if (Math.abs(skewMs) >= wrongSkewMs) throw new WrongClockError(skewMs)
      await beat()
      beatLater()
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      // Not awaited without a database: the others forget this node in a minute.
      const said = running.then(() => deleteNode(database.system, node.id)).catch(warnOfSilence)
      await Promise.race([said, sleep(goodbyeMs, undefined, { ref: false })])
    },
  }
}

const describeNode = ({ config, secrets, role, host = hostname() }: NodesOptions): Omit<NodeReport, 'skewMs'> => ({
  id: randomUUID(),
  host,
  process: process.pid,
  role,
  version: hubBuild,
  storage: config.blobs.kind,
  secretId: secretIdOf(secrets[0]),
  properties: [],
  settings: Object.fromEntries(
    config.settings
      .filter(({ key, isSecret }) => !isSecret && !settingsOfOneNode.has(key))
      .map(({ key, value }) => [key, value]),
  ),
})

function registerGauges({ database, databaseClock, metrics }: NodesOptions): void {
  const system: Sql = database.system
  metrics.gauge('spindle_node_clock_skew_seconds', () => databaseClock.skewMs() / 1000)
  metrics.gauge('spindle_node_configurations', async () => countConfigurations(await listNodes(system)))
  metrics.gauges('spindle_nodes', async () => {
    const counts: Record<string, number> = { api: 0, worker: 0, all: 0 }
    for (const { role } of await listNodes(system)) counts[role] = (counts[role] ?? 0) + 1
    return counts
  })
}

export interface NodesNeeds extends Omit<NodesOptions, 'properties' | 'beatMs'> {
  readonly integration: { ownProperties(): readonly string[] }
}

export const nodes = defineFeature({
  name: 'nodes',
  needs: ['config', 'database', 'databaseClock', 'secrets', 'role', 'host', 'integration', 'log', 'metrics'],
  make: ({ integration, ...options }: NodesNeeds) => ({
    ...nodesFeature({ ...options, properties: integration.ownProperties }),
    checks: [{ name: 'nodes', run: () => checkNodes(options.database.system) }],
  }),
})
