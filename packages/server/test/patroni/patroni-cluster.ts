import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { giveToPostgres, postgresOwner, postgresPrograms } from '../harness/debian-postgres.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/hub.ts'
import { killAll, postgresPids } from '../harness/processes.ts'

/**
 * Three PostgreSQL under Patroni, etcd, and HAProxy in front of the leader: all from Debian, with the files of
 * `deploy/`.
 */
export interface PatroniCluster {
  /** The value of DATABASE_URL. */
  readonly url: string
  /** `ttl` of the file. */
  readonly ttlMs: number
  /** Makes another node the leader, as an operator requests it. */
  switchOver(): Promise<void>
  /** SIGKILL for the leader's PostgreSQL and its Patroni together; returns the node. */
  killLeader(): string
  /** Resolves with the moment at which Patroni reports another leader. */
  untilLedByAnother(than: string): Promise<number>
  /** Starts the Patroni of a node that was killed. */
  start(name: string): void
  /** Resolves once a leader has two standbys that follow it, one of them synchronously. */
  untilWhole(): Promise<void>
  close(): Promise<void>
}

const deployed = (path: string): string => new URL(`../../../../deploy/${path}`, import.meta.url).pathname
const names = ['db1', 'db2', 'db3'] as const

interface Node {
  readonly folder: string
  readonly port: number
  readonly api: string
  readonly environment: Readonly<Record<string, string>>
  patroni: ChildProcess | undefined
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-patroni-'))
  giveToPostgres(folder)
  const children: ChildProcess[] = []
  const run = (program: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const child = spawnLogged(folder, { program, args, environment })
    children.push(child)
    return child
  }
  const etcd = await startEtcd(folder, run)
  const nodes = new Map<string, Node>()
  for (const name of names) nodes.set(name, await describeNode(folder, name, etcd))
  const nodeOf = (name: string): Node => {
    const node = nodes.get(name)
    if (!node) throw new Error(`there is no node ${name}`)
    return node
  }
  const start = (name: string): void => {
    const node = nodeOf(name)
    node.patroni = run('patroni', [deployed('patroni/patroni.yml')], node.environment)
  }
  const members = (): Promise<readonly Member[]> => askMembers([...nodes.values()])

  function killLeader(): string {
    const found = [...nodes].find(([, { folder: place }]) => isLeading(place))
    if (!found) throw new Error('no node leads')
    const [name, { patroni, folder: place }] = found
    if (patroni?.pid === undefined) throw new Error(`${name} does not run`)
    killAll([patroni.pid, ...postgresPids(place)])
    return name
  }

  async function switchOver(): Promise<void> {
    const leader = (await members()).find(({ role }) => role === 'leader')
    if (!leader) throw new Error('no node leads')
    const answer = await fetch(`${nodeOf(leader.name).api}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: leader.name }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`the switchover was refused: ${answer.status} ${text}`)
  }

  const untilWhole = async (): Promise<void> => {
    await eventually(async () => isWhole(await members()) || undefined, {
      what: `a leader with two standbys (logs in ${folder})`,
      timeoutMs: 240_000,
      intervalMs: 250,
    })
  }

  async function close(): Promise<void> {
    for (const child of children.reverse()) await end(child)
    killAll([...nodes.values()].flatMap((node) => postgresPids(node.folder)))
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  try {
    for (const name of names) start(name)
    await untilWhole()
    const port = await freePort()
    run('haproxy', ['-db', '-f', deployed('haproxy/database.cfg')], {
      SPINDLE_DATABASE_BIND: `127.0.0.1:${port}`,
      ...Object.fromEntries(
        [...nodes.values()].flatMap((node, index) => [
          [`SPINDLE_DATABASE_${index + 1}`, `127.0.0.1:${node.port}`],
          [`SPINDLE_PATRONI_${index + 1}`, new URL(node.api).port],
        ]),
      ),
    })
    return {
      url: await makeDatabase(port),
      ttlMs: ttlSeconds() * 1_000,
      switchOver,
      killLeader,
      untilLedByAnother: (than) => untilLedByAnother([...nodes].filter(([name]) => name !== than)),
      start,
      untilWhole,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Run = (program: string, args: readonly string[], environment?: Readonly<Record<string, string>>) => ChildProcess

async function startEtcd(folder: string, run: Run): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
  ]
  run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'etcd1', '--initial-cluster', `etcd1=${peer}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
  ])
  const isUp = async (): Promise<boolean> => {
    const answer = await fetch(`${client}/health`).catch(() => undefined)
    return (await answer?.text())?.includes('true') ?? false
  }
  await eventually(isUp, { what: 'etcd to answer' })
  return new URL(client).host
}

const superuserPassword = 'of-the-superuser'
const ownerPassword = 'of-the-owner'

async function describeNode(all: string, name: string, etcd: string): Promise<Node> {
  const folder = join(all, name)
  await mkdir(folder)
  giveToPostgres(folder)
  const port = await freePort()
  const apiPort = await freePort()
  const [api, postgres] = [`127.0.0.1:${apiPort}`, `127.0.0.1:${port}`]
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'postgres'),
    PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: superuserPassword,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: 'of-the-replicator',
  }
  return { folder, port, api: `http://${api}`, environment, patroni: undefined }
}

/** Through HAProxy, as the operator would; answers the address for the hub. */
async function makeDatabase(port: number): Promise<string> {
  const connection = { host: '127.0.0.1', port, user: 'postgres', password: superuserPassword, database: 'postgres' }
  const client = await eventually(() => connectLeader(connection), { what: 'the leader behind HAProxy' })
  await client.query(`create user spindle password '${ownerPassword}'`)
  await client.query('create database spindle owner spindle')
  await client.end()
  return `postgres://spindle:${ownerPassword}@127.0.0.1:${port}/spindle`
}

/** Undefined until HAProxy has checked all of them; before, it assumes that each leads. */
async function connectLeader(connection: pg.ClientConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as follows')
    if (rows[0].follows === false) return client
    await client.end()
  } catch {
    // Not yet.
  }
  return undefined
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** As whichever node answers first sees them. */
async function askMembers(nodes: readonly Node[]): Promise<readonly Member[]> {
  for (const { api } of nodes) {
    const answer = await fetch(`${api}/cluster`).catch(() => undefined)
    if (answer?.status === 200) return ((await answer.json()) as { members: Member[] }).members
    await answer?.arrayBuffer()
  }
  return []
}

function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader')
  return (
    leader !== undefined &&
    members.length === names.length &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(
      ({ state, timeline, lag = 0 }) =>
        /^(running|streaming)$/.test(state) && timeline === leader.timeline && lag === 0,
    )
  )
}

/**
 * Until its key expires the other Patronis assume that the lost leader still leads: PostgreSQL itself has the truth.
 */
const isLeading = (folder: string): boolean => {
  const files = readdirSync(join(folder, 'postgres'))
  return files.includes('postmaster.pid') && !files.includes('standby.signal')
}

const untilLedByAnother = (others: readonly (readonly [string, Node])[]): Promise<number> =>
  eventually(
    async () => {
      const answers = await Promise.all(
        others.map(([, { api }]) => fetch(`${api}/primary`, { method: 'OPTIONS' }).catch(() => undefined)),
      )
      return answers.some((answer) => answer?.status === 200) && performance.now()
    },
    { what: 'another leader', intervalMs: 50 },
  )

const ttlSeconds = (): number =>
  Number(/^ {4}ttl: (\d+)$/m.exec(readFileSync(deployed('patroni/patroni.yml'), 'utf8'))?.[1])

interface Program {
  readonly program: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

function spawnLogged(folder: string, { program, args, environment }: Program): ChildProcess {
  const log = openSync(join(folder, `${environment.PATRONI_NAME ?? program}.log`), 'a')
  return spawn(program, args, {
    ...postgresOwner(),
    cwd: '/',
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...environment },
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
