import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../src/platform/database/schema/migrate.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { type OpenDatabase, openDatabase, openMigrated } from '../../src/platform/open-database.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { migrationFolder } from '../harness/migration-folder.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { type Bouncer, startPgBouncer } from '../harness/pgbouncer.ts'
import { isMissing } from '../harness/programs.ts'
import { createUploadClient, testBytes, uploadsPath } from '../harness/uploads.ts'

const isSkipped = isMissing('pgbouncer', '--version')

const openBouncer = async (options?: Parameters<typeof startPgBouncer>[1]): Promise<Bouncer> => {
  const opened = await createTestDatabase()
  const bouncer = await startPgBouncer(opened, options)
  atEnd(async () => {
    await bouncer.close()
    await opened.close()
  })
  return bouncer
}

describe.skipIf(isSkipped)('two nodes behind a pooler that gives every transaction another connection', () => {
  let bouncer: Bouncer
  let one: TestHub
  let other: TestHub
  const nowMs = Date.now()
  const open = (): Promise<OpenDatabase> =>
    openMigrated(openDatabase, {
      dataDir: '/nowhere',
      databaseUrl: bouncer.pooledUrl,
      databaseDirectUrl: bouncer.directUrl,
      preparesStatements: false,
      maxConnections: 4,
      log: silentLog,
    })
  beforeAll(async () => {
    bouncer = await openBouncer()
    const environment = { SPINDLE_SECRET: 's'.repeat(40), SPINDLE_PUBLIC_URL: 'https://hub.example' }
    one = await startTestHub({ environment, overrides: { openDatabase: await open() } })
    other = await startTestHub({
      role: 'api',
      environment: { ...environment, SPINDLE_DATA_DIR: one.dataDir, SPINDLE_METRICS_TOKEN: 'm'.repeat(16) },
      overrides: { openDatabase: await open(), clock: { now: () => nowMs } },
    })
  })

  it('work: an upload is taken by one and analysed by a job, and its end is read at the other', async () => {
    const account = await createTestAccount(one)
    const key = await account.key()
    const client = createUploadClient(other, key)
    const path = await client.begin(5_000)
    expect((await client.patch(path, 0, testBytes(5_000))).status).toBe(204)
    expect(await client.waitFor(path, 'rejected')).toMatchObject({ size: 5_000 })
    expect((await one.json('GET', uploadsPath, { key })).body.data).toMatchObject([{ status: 'rejected' }])
  })

  it('refuse a key that was revoked, though nothing else would make them look it up again', async () => {
    const account = await createTestAccount(one)
    const bearer = await account.token()
    const { body } = await one.json('POST', '/api/v1/distributor/keys', {
      bearer,
      body: { name: 'to revoke', permissions: ['catalog:read'] },
    })
    const isAccepted = async (): Promise<boolean> =>
      (await other.hub.http.credentials.findApiKey(body.key)) !== undefined
    expect(await isAccepted()).toBe(true)
    await one.json('DELETE', `/api/v1/distributor/keys/${body.id}`, { bearer })
    await eventually(async () => !(await isAccepted()), { what: 'the other node to hear of it' })
    const metrics = await other.request('/metrics', { headers: { authorization: `Bearer ${'m'.repeat(16)}` } })
    expect(await metrics.text()).toMatch(/^spindle_notifications_connected 1$/m)
  })

  it('keep the time limits of statements, which the pooler does not accept from clients', async () => {
    const { database } = one.opened
    const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`
    expect(await database.system.row(limits)).toEqual({ statement: '5s', lock: '10s', idle: '1min' })
    expect(await database.transaction((trx) => trx.row(limits))).toMatchObject({ statement: '30s' })
  })
})

it.skipIf(isSkipped)('migrations leave no lock behind in a pooler that keeps their connection', async () => {
  const { pooledUrl, directUrl } = await openBouncer()
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  await client.query('drop table spindle_migrations')
  const folder = await migrationFolder({ '0001-a': 'create table a (n int)' })
  expect(await migrate({ connectionString: pooledUrl }, folder)).toEqual({ applied: ['0001-a.sql'], newer: [] })
  const { rows } = await client.query(
    `select pid from pg_locks where locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`,
  )
  await client.end()
  expect(rows).toEqual([])
})

describe.skipIf(isSkipped)(
  'addresses that do not do what the hub needs end the start with 78 and the setting to change',
  () => {
    const migrate = async (environment: Record<string, string>) => {
      const { code, err } = await runOperatorCommand(['migrate'], { SPINDLE_SECRET: 's'.repeat(40), ...environment })
      return { code, err }
    }

    it('a pooler alone', async () => {
      const { pooledUrl } = await openBouncer()
      expect(await migrate({ DATABASE_URL: pooledUrl })).toEqual({
        code: 78,
        err: [
          expect.stringMatching(
            /^DATABASE_URL is a pooler \(unsupported startup parameter.*\)\. Fix: set SPINDLE_DATABASE_DIRECT_URL to PostgreSQL itself; /,
          ),
        ],
      })
    })

    it('a pooler alone that accepts LISTEN but never delivers a notification', async () => {
      const { pooledUrl } = await openBouncer({
        ignores: 'statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
      })
      expect(await migrate({ DATABASE_URL: pooledUrl, SPINDLE_PREPARED_STATEMENTS: 'off' })).toEqual({
        code: 78,
        err: [expect.stringMatching(/^DATABASE_URL is a pooler \(notifications do not reach other connections/)],
      })
    })

    it('a pooler as the direct address', async () => {
      const { pooledUrl } = await openBouncer()
      expect(
        await migrate({
          DATABASE_URL: pooledUrl,
          SPINDLE_DATABASE_DIRECT_URL: pooledUrl,
          SPINDLE_PREPARED_STATEMENTS: 'off',
        }),
      ).toEqual({
        code: 78,
        err: [expect.stringMatching(/^SPINDLE_DATABASE_DIRECT_URL is not the PostgreSQL behind DATABASE_URL: .*Fix: /)],
      })
    })

    it('another database as the direct address', async () => {
      const { pooledUrl } = await openBouncer()
      const { directUrl } = await openBouncer()
      expect(
        await migrate({
          DATABASE_URL: pooledUrl,
          SPINDLE_DATABASE_DIRECT_URL: directUrl,
          SPINDLE_PREPARED_STATEMENTS: 'off',
        }),
      ).toEqual({ code: 78, err: [expect.stringMatching(/the same database as DATABASE_URL\.$/)] })
    })

    it('a pooler that does not follow prepared statements', async () => {
      const { pooledUrl, directUrl } = await openBouncer()
      const addresses = { DATABASE_URL: pooledUrl, SPINDLE_DATABASE_DIRECT_URL: directUrl }
      expect(await migrate(addresses)).toEqual({
        code: 78,
        err: [expect.stringMatching(/^The pooler at DATABASE_URL does not support .*SPINDLE_PREPARED_STATEMENTS=off/)],
      })
      expect(await migrate({ ...addresses, SPINDLE_PREPARED_STATEMENTS: 'off' })).toEqual({ code: 0, err: [] })
    })
  },
)
