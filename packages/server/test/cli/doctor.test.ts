import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/index.ts'
import { silentLog } from '../../src/platform/log.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseUrl, runOperatorCommand } from '../harness/operator.ts'

describe('doctor', () => {
  it('finds that the user of the database is a superuser, and says what that takes away', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'spindle-doctor-'))
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
    atEnd(() => server.stop())
    const { superuser } = JSON.parse(await readFile(join(dataDir, 'postgres-credentials.json'), 'utf8'))
    const doctor = (user: object) =>
      runOperatorCommand(['doctor', '--json'], {
        DATABASE_URL: databaseUrl({ ...server.connection, ...user }),
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_SECRET: 's'.repeat(32),
      })
    const database = async (user: object) =>
      JSON.parse((await doctor(user)).out.join('\n')).find(({ name }: { name: string }) => name === 'database')
    expect(await database({})).toMatchObject({
      isFine: true,
      text: expect.stringMatching(/^PostgreSQL \d+.*, as spindle$/),
    })
    expect(await database(superuser)).toEqual({
      name: 'database',
      isFine: false,
      text: expect.stringMatching(
        /, as postgres: row-level security, the second wall between accounts, does not hold for this user$/,
      ),
      fix: 'let DATABASE_URL name a user that owns the database and is no superuser',
    })
    expect((await doctor(superuser)).code).toBe(1)
  })
})
