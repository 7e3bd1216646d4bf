import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { connectPostgres, type PostgresDatabase } from '../../src/platform/database/postgres.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd } from '../harness/cleanup.ts'
import { openLine } from '../harness/database-line.ts'
import { eventually } from '../harness/eventually.ts'
import { type Bouncer, startPgBouncer } from '../harness/pgbouncer.ts'
import { isMissing } from '../harness/programs.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../harness/replicated-postgres.ts'

/** How PgBouncer handles a server that stops and one that is no longer the primary, and what is repeated. */

const isSkipped = isMissing('pgbouncer', '--version') || isMissing('pg_lsclusters')

describe.skipIf(isSkipped)('a switchover behind a pooler', () => {
  let postgres: ReplicatedPostgres
  /** The target of the balancer between the pooler and the servers. */
  const leader = { host: '127.0.0.1', port: 0 }
  let line: Awaited<ReturnType<typeof openLine>>
  let bouncer: Bouncer
  let database: PostgresDatabase

  beforeAll(async () => {
    postgres = await startReplicatedPostgres()
    leader.port = postgres.primary.port
    line = await openLine(leader)
    const connection = { host: '127.0.0.1', port: line.port, user: 'spindle', password: 'any', database: 'spindle' }
    bouncer = await startPgBouncer({ connection })
    database = connectPostgres({
      connection: { connectionString: bouncer.pooledUrl },
      direct: { connectionString: bouncer.directUrl },
      preparesStatements: false,
      maxConnections: 4,
      log: silentLog,
    })
    atEnd(async () => {
      await database.close()
      await bouncer.close()
      await line.close()
      await postgres.close()
    })
    await database.system.execute('create table marks (name text not null)')
  })

  const insert = (name: string) => `insert into marks (name) values ('${name}')`
  const countMarks = async (server: ReplicatedPostgres['primary'], name: string): Promise<number> =>
    (await server.ask(`select from marks where name = '${name}'`)).length
  /** The pooler keeps its clients: none of them has to find the new server. */
  const fillPool = () => Promise.all([1, 2, 3].map(() => database.system.readRow('select pg_sleep(0.2)')))
  /** Like a load balancer that closes connections to the wrong server once no answer is outstanding there. */
  const leaveServers = async (): Promise<void> => {
    const console = new URL(bouncer.pooledUrl)
    console.pathname = '/pgbouncer'
    const client = new pg.Client({ connectionString: console.href })
    await client.connect()
    await client.query('reconnect')
    await client.end()
  }
  const note = (list: string[]) => (error: unknown) => {
    list.push(describeError((error as Error).cause))
    throw error
  }
  it('repeats what the server reports as ended', async () => {
    const errors: string[] = []
    let runs = 0
    const change = database.transaction(async (trx) => {
      await trx.execute(insert('told'))
      if (runs++ === 0) await trx.row('select pg_sleep(600)').catch(note(errors))
    })
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`
    await eventually(async () => (await postgres.primary.ask(end)).length === 1, { what: 'it to be asked' })
    await change
    expect([errors, runs, await countMarks(postgres.primary, 'told')]).toEqual([
      ['57P01 terminating connection due to administrator command'],
      2,
      1,
    ])
  })

  it('does again what a server refused that no longer leads', async () => {
    await fillPool()
    await postgres.switchOver()
    const errors: string[] = []
    const inTransaction = database.transaction((trx) => trx.execute(insert('demoted')).catch(note(errors)))
    const single = database.system.execute(insert('demoted'))
    await eventually(() => errors.length > 0, { what: 'the standby to refuse it' })
    leader.port = postgres.standby.port
    await leaveServers()
    expect([await inTransaction, await single]).toEqual([1, 1])
    expect(errors).toEqual(['25006 cannot execute INSERT in a read-only transaction'])
    expect(await countMarks(postgres.standby, 'demoted')).toBe(2)
  })

  it('does again what the pooler has sent to no server', async () => {
    const untilRefused = (): Promise<unknown> =>
      eventually(async () => /^08P01 server login has been failing/.test(await askPooler()), {
        what: 'the pooler to have given up on the server',
      })
    const askPooler = async (): Promise<string> => {
      // Clients that waited before the pooler noticed keep waiting.
      const patience = { connectionTimeoutMillis: 1000, query_timeout: 1000 }
      const client = new pg.Client({ connectionString: bouncer.pooledUrl, ...patience })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select 1')
        return ''
      } catch (error) {
        return describeError(error)
      } finally {
        await client.end()
      }
    }
    await fillPool()
    // Like a server that is starting: it responds, but accepts no connection.
    await postgres.standby.ask('alter role spindle nologin')
    line.cut()
    line.restore()
    await untilRefused()
    const single = database.system.execute(insert('unsent'))
    await untilRefused()
    await postgres.standby.ask('alter role spindle login')
    expect([await single, await countMarks(postgres.standby, 'unsent')]).toEqual([1, 1])
  })
})

const describeError = (error: unknown): string => {
  const { code, message } = error as Error & { readonly code?: string }
  return `${code} ${message}`
}
