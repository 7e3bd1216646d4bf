import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '../harness/api-client.ts'
import { databaseSettings } from '../harness/connect.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, freePort } from '../harness/hub.ts'
import { type HubExit, type HubProcess, startHubProcess } from '../harness/hub-process.ts'

/** A hub of several processes, as an operator runs it: API nodes and a worker, one database, one storage. */
export interface Cluster {
  /** The addresses of the API nodes, for a balancer. */
  readonly ports: readonly number[]
  readonly dataDir: string
  /** The settings of each process and each operator command. */
  readonly environment: Readonly<Record<string, string>>
  /** SIGTERM, and the end of the drain; returns how the process ended. */
  stop(node: number): Promise<HubExit>
  /** The node again, or one of another version. */
  start(node: number, program?: string): Promise<void>
  /** Both. */
  restart(node: number, program?: string): Promise<HubExit>
  /** SIGSTOP: the node keeps its connections and does nothing, until SIGCONT. */
  freeze(node: number): void
  thaw(node: number): void
  /** Like an operator who continues when the load balancer would: resolves once every node reports ready. */
  untilReady(): Promise<void>
  /** Output of processes that ended unexpectedly. */
  ended(): readonly string[]
  close(): Promise<void>
}

export interface ClusterOptions {
  readonly nodes: number
  /** DATABASE_URL; without it a database on the shared server of the tests. */
  readonly database?: string
  readonly environment?: Readonly<Record<string, string>>
}

export async function startCluster({ nodes, database: url, environment: own = {} }: ClusterOptions): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spindle-cluster-'))
  const database = url === undefined ? await createTestDatabase() : undefined
  const environment = {
    ...(database ? databaseSettings(database.connection) : { DATABASE_URL: url ?? '' }),
    // One address for people and tokens, whichever node answers.
    SPINDLE_PUBLIC_URL: 'https://hub.example',
    SPINDLE_SECRET: 'a secret that all nodes of this hub share',
    SPINDLE_DATA_DIR: dataDir,
    // The shared server of the tests allows few connections.
    SPINDLE_DATABASE_POOL: '6',
    // As docs/deploying.md says for nodes behind a balancer: all clients share its address.
    SPINDLE_TRUSTED_PROXIES: '127.0.0.1',
    SPINDLE_CONNECTIONS_PER_ADDRESS: 'off',
    ...own,
  }
  const ports = await Promise.all(Array.from({ length: nodes }, freePort))
  const start = (port: number, program?: string): Promise<HubProcess> =>
    startHubProcess({ dataDir, port, role: 'api', environment, ...(program === undefined ? {} : { program }) })
  const worker = await startHubProcess({ dataDir, role: 'worker', environment })
  const hubs = await Promise.all(ports.map((port) => start(port)))
  const signal = (node: number, name: NodeJS.Signals): void => {
    if (!hubs[node]?.process.kill(name)) throw new Error(`node ${node} does not exist`)
  }
  const stop = async (node: number): Promise<HubExit> => {
    const ended = await hubs[node]?.stop()
    if (!ended) throw new Error(`node ${node} does not exist`)
    return ended
  }
  const startAgain = async (node: number, program?: string): Promise<void> => {
    hubs[node] = await start(ports[node] ?? 0, program)
  }
  return {
    ports,
    dataDir,
    environment,
    stop,
    start: startAgain,
    async restart(node, program) {
      const ended = await stop(node)
      await startAgain(node, program)
      return ended
    },
    freeze: (node) => signal(node, 'SIGSTOP'),
    thaw: (node) => signal(node, 'SIGCONT'),
    async untilReady() {
      for (const port of ports) {
        const isReady = async (): Promise<boolean> => {
          const answer = await call(`http://127.0.0.1:${port}`, 'GET', '/readyz').catch(() => undefined)
          return answer?.status === 200
        }
        await eventually(isReady, { what: `the node at ${port} to be ready` })
      }
    },
    ended: () =>
      [worker, ...hubs]
        .filter(({ process: { exitCode, signalCode } }) => exitCode !== null || signalCode !== null)
        .map((hub) => hub.said().slice(-2_000)),
    async close() {
      await Promise.all([worker, ...hubs].map((hub) => hub.kill()))
      await database?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
