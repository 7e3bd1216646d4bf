import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { endHubProcess, type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { findPostmaster, killAll, postgresPids } from '../harness/processes.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { masterWav, storeFile } from '../harness/submittable.ts'
import { type Load, startLoad } from './database-restart/load.ts'
import { type OpenAccount, openAccount } from './database-restart/open-account.ts'

/** The database goes away under load: clients get "not now"; the hub keeps running, recovers, and has lost nothing. */

const restarts = countFromEnvironment('DATABASE_RESTARTS', { usual: 4, soak: 12 })
const seed = seedFromEnvironment()

describe('a database that goes away under load', () => {
  const random = createRandom(seed)
  let dataDir: string
  let hub: HubProcess
  let owner: OpenAccount
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'spindle-db-'))
    hub = await startHubProcess({ dataDir })
    owner = await openAccount(hub, dataDir)
  })
  atEnd(async () => {
    await endHubProcess(hub, dataDir)
    await rm(dataDir, { recursive: true, force: true })
  })

  const connection = async (): Promise<pg.ClientConfig> =>
    JSON.parse(await readFile(join(dataDir, 'postgres-connection.json'), 'utf8'))

  function postmaster(): number {
    const pid = findPostmaster(dataDir)
    if (pid === undefined) throw new Error('no PostgreSQL to kill')
    return pid
  }

  const faults: Readonly<Record<string, () => Promise<void>>> = {
    postmaster: async () => killAll([postmaster()]),
    everything: async () => killAll([postmaster(), ...postgresPids(dataDir)]),
    // One killed backend makes PostgreSQL end all others and recover.
    backend: async () => killAll([await pidOfSomeBackend(await connection())]),
    terminate: async () => endAllSessions(await connection()),
  }

  /** How long after PostgreSQL's recovery the hub works again. */
  async function healingMs(load: Load): Promise<number> {
    await eventually(() => accepts(connection), { what: 'PostgreSQL to accept', intervalMs: 5 })
    const since = performance.now()
    await eventually(async () => (await load.works()) || undefined, {
      what: 'the hub to work again',
      intervalMs: 10,
    })
    return performance.now() - since
  }

  it(`${restarts} times: the hub recovers without help (seed ${seed})`, {
    timeout: 240_000 + restarts * 20_000,
  }, async () => {
    const load = startLoad(hub, owner, random.fork('load'))
    const heals: number[] = []
    const names = Object.keys(faults)
    for (let round = 0; round < restarts; round++) {
      const name = names[round % names.length] ?? ''
      // Running, not idle: some answers of this round have arrived.
      const answered = load.answered()
      await eventually(() => load.answered() > answered + 20 || undefined, {
        what: 'the load to flow',
      })
      await faults[name]?.()
      heals.push(Math.round(await healingMs(load)))
    }
    const { wrong, statuses } = await load.stop()
    console.log(
      `database-restart: seed ${seed}, ${restarts} restarts, healed after ${heals.join(', ')} ms, ${JSON.stringify(statuses)}, ${wrong.length} wrong answers`,
    )
    expect(wrong.slice(0, 10)).toEqual([])
    expect(hub.process.exitCode).toBeNull()
    await load.verify()
  })

  it('background work continues afterwards', async () => {
    await storeFile({ url: hub.url, key: owner.key }, 'audio/wav', masterWav(seed, 5))
  })
})

const accepts = async (connection: () => Promise<pg.ClientConfig>): Promise<true | undefined> =>
  onDatabase({ ...(await connection()), connectionTimeoutMillis: 2_000 }, (client) => client.query('select 1')).then(
    () => true as const,
    () => undefined,
  )

async function onDatabase<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

const endAllSessions = (connection: pg.ClientConfig): Promise<void> =>
  onDatabase(connection, async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
    )
  })

const pidOfSomeBackend = (connection: pg.ClientConfig): Promise<number> =>
  onDatabase(connection, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'spindle' limit 1`,
    )
    if (!rows[0]) throw new Error('the hub has no session')
    return rows[0].pid
  })
