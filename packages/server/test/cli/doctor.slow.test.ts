import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { checkConnections } from '../../src/features/nodes/index.ts'
import { saveNode } from '../../src/features/nodes/node-queries.ts'
import { checkOutsideProvider } from '../../src/features/people/index.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd, temporaryFolder } from '../harness/cleanup.ts'
import { databaseUrl } from '../harness/connect.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { startOutsideProvider } from '../harness/outside-provider.ts'

describe('doctor', () => {
  it('finds that the user of the database is a superuser, and names the consequence', async () => {
    const dataDir = await temporaryFolder('spindle-doctor')
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
    atEnd(() => server.stop())
    const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-credentials.json'), 'utf8'))
    const doctor = (user: object) =>
      runOperatorCommand(['doctor', '--json'], {
        DATABASE_URL: databaseUrl({ ...server.connection, ...user }),
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_SECRET: 's'.repeat(32),
      })
    const findingsOf = async (user: object): Promise<{ readonly name: string }[]> =>
      JSON.parse((await doctor(user)).out.join('\n'))
    const database = async (user: object) => (await findingsOf(user)).find(({ name }) => name === 'database')
    expect(await findingsOf({})).toContainEqual({ name: 'outside sign-in', isFine: true, text: 'none configured' })
    expect(await database({})).toMatchObject({
      isFine: true,
      text: expect.stringMatching(/^PostgreSQL \d+.*, as spindle$/),
    })
    expect(await database(superuser)).toEqual({
      name: 'database',
      isFine: false,
      text: expect.stringMatching(
        /, as postgres: row-level security, the second protection between accounts, does not apply to this user$/,
      ),
      fix: 'in DATABASE_URL, use a user that owns the database and is not a superuser',
    })
    // No hub was started with it, which the exit code shows.
    expect((await doctor(superuser)).code).toBe(78)
  })

  it('counts the connections that all nodes may hold, and names the limit of the database', async () => {
    const { database, close } = await createTestDatabase()
    atEnd(close)
    const { system } = database
    const limits = await system.row<{ offered: number; reserved: number }>(
      `select current_setting('max_connections')::int - reserved as offered, reserved
       from (select current_setting('superuser_reserved_connections')::int
                    + current_setting('reserved_connections')::int as reserved) r`,
    )
    const { offered = 0, reserved = 0 } = limits ?? {}
    expect(await checkConnections(system, { pool: 10, isPooled: false })).toMatchObject({
      isFine: true,
      text: `one node uses up to 15 connections, but the database allows ${offered}`,
    })
    const report = { process: 1, version: '1', skewMs: 0, storage: 's', secretId: 'k', properties: [], settings: {} }
    for (const role of ['api', 'api', 'worker'] as const)
      await saveNode(system, { ...report, id: randomUUID(), host: 'machine', role })
    expect(await checkConnections(system, { pool: offered, isPooled: false })).toEqual({
      isFine: false,
      text: `3 nodes use up to ${3 * offered + 7} connections, but the database allows ${offered}`,
      fix: `set max_connections of PostgreSQL to ${3 * offered + 7 + reserved} or more, lower SPINDLE_DATABASE_POOL (${offered}), or use PgBouncer`,
    })
    expect(await checkConnections(system, { pool: offered, isPooled: true })).toMatchObject({
      isFine: true,
      text: `3 nodes use up to 7 connections, but the database allows ${offered}`,
    })
  })

  it('asks the outside provider who it is, and names the redirect URI', async () => {
    const provider = await startOutsideProvider()
    provider.serve('https://music.example/hub')
    const settings = { ...provider.environment, SPINDLE_PUBLIC_URL: 'https://music.example/hub' }
    const check = (more: object = {}) =>
      checkOutsideProvider(readConfig({ ...settings, SPINDLE_SECRET: 's'.repeat(32), ...more }))
    expect(await check()).toEqual({
      isFine: true,
      text: `Acme responds as ${provider.url}; register this redirect URI there: https://music.example/hub/console/sign-in/outside`,
    })
    expect(await check({ SPINDLE_SIGNIN: 'password' })).toMatchObject({
      isFine: true,
      text: 'configured, but disabled by SPINDLE_SIGNIN',
    })
    for (const behaviour of ['other issuer', 'down'] as const) {
      provider.behave(behaviour)
      expect(await check()).toEqual({
        isFine: false,
        text: expect.stringMatching(/openid-configuration does not respond as this issuer \(\w.*\)$/),
        fix: expect.stringContaining('SPINDLE_SIGNIN_ISSUER'),
      })
    }
  })
})
