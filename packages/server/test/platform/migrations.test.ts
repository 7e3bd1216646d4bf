import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrate, requireSchema } from '../../src/platform/database/schema/migrate.ts'
import { readSteps } from '../../src/platform/database/schema/schema-steps.ts'
import { migrationsDirectory, type OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { type MigrationFiles, migrationFolder } from '../harness/migration-folder.ts'
import { runOperatorCommand } from '../harness/operator.ts'

const first: MigrationFiles = { '0001-a': 'create table a (n int)' }
const second: MigrationFiles = { ...first, '0002-b': 'create table b (n int)' }

describe('migrations', () => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await createTestDatabase()
    atEnd(opened.close)
    await opened.database.system.execute('drop table spindle_migrations')
  })

  const run = async (files: MigrationFiles) => migrate(opened.connection, await migrationFolder(files))

  it('apply each step once, however many nodes start together', async () => {
    const steps = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`000${index}-t`, `create table t${index} (n int)`]),
    )
    const folder = await migrationFolder(steps)
    const nodes = await Promise.all(Array.from({ length: 4 }, () => migrate(opened.connection, folder)))
    expect(nodes.flatMap(({ applied }) => applied).toSorted()).toEqual(Object.keys(steps).map((name) => `${name}.sql`))
  })

  it('name the session that holds the lock, and run as soon as it is free', async () => {
    const holder = new pg.Client({ ...opened.connection, application_name: 'spindle-migrate on node-a, 7' })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7305482911)')
    const folder = await migrationFolder(first)
    const migrating = (lockMs: number) => migrate(opened.connection, folder, { lockMs })
    await expect(migrating(100)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The database is being migrated by "spindle-migrate on node-a, 7" \(process \d+ of/,
      ),
      fix: expect.stringContaining('pg_terminate_backend'),
    })
    await holder.end()
    expect(await migrating(30_000)).toEqual({ applied: ['0001-a.sql'], newer: [] })
  })

  it('do not wait when nothing is missing', async () => {
    await run(first)
    const holder = new pg.Client(opened.connection)
    await holder.connect()
    await holder.query('select pg_advisory_lock(7305482911)')
    expect(await run(first)).toEqual({ applied: [], newer: [] })
    await holder.end()
  })

  it('undo a step that fails, and leave no lock behind', async () => {
    await expect(run({ ...first, '0002-b': 'create table b (n int); select 1 / 0' })).rejects.toThrow(
      'The migration 0002-b.sql failed: division by zero',
    )
    expect(await run(second)).toEqual({ applied: ['0002-b.sql'], newer: [] })
  })

  it('try a step again that a running node deadlocked with', async () => {
    const tables = { '0001-a': 'create table a (n int); create table b (n int); create sequence tries' }
    await run(tables)
    const node = new pg.Client(opened.connection)
    await node.connect()
    await node.query('begin; lock table b')
    const lockOf = (which: string) =>
      `exists (select from pg_locks where relation = 'a'::regclass and database = (select oid from pg_database where datname = current_database()) and ${which})`
    // PostgreSQL ends the side that looks for a deadlock last. Each looks once, after waiting for a second.
    const step = `lock table a;
      do $$ begin
        while nextval('tries') = 1 and not ${lockOf("clock_timestamp() > waitstart + interval '3 s'")} loop
          perform setval('tries', 1, false), pg_sleep(0.01);
        end loop;
      end $$;
      alter table b add column m int`
    const migrating = run({ ...tables, '0002-b': step })
    await eventually(() => opened.database.system.row(`select where ${lockOf('granted')}`), {
      what: 'the step to lock a',
    })
    await node.query('select n from a')
    await node.query('rollback')
    expect((await migrating).applied).toEqual(['0002-b.sql'])
    expect(await opened.database.system.row('select last_value::int as n from tries')).toEqual({ n: 2 })
    await node.end()
  })

  it('let a version run with a newer one if the steps allow it', async () => {
    await run({ ...second, '0003-c': '-- compatible-from: 0002-b.sql\ncreate table c (n int)' })
    expect(await run(second)).toEqual({ applied: [], newer: ['0003-c.sql'] })
    await expect(run(first)).rejects.toThrow('unknown migrations: 0002-b.sql, 0003-c.sql')
  })

  it('refuse a version if the steps do not allow it', async () => {
    await run({ ...second, '0003-c': '-- compatible-from: 0001-a.sql\nselect 1', '0004-d': 'drop table a' })
    await expect(run(second)).rejects.toThrow('newer version of the hub (unknown migrations: 0004-d.sql)')
  })

  it('refuse a step that was edited after it ran', async () => {
    await run(first)
    await expect(run({ '0001-a': 'create table a (n bigint)' })).rejects.toThrow('0001-a.sql differs from the one')
  })

  it('continue from a schema of a version that noted no compatibility', async () => {
    await run(first)
    await opened.database.system.execute('alter table spindle_migrations drop column compatible_from')
    expect(await run(second)).toEqual({ applied: ['0002-b.sql'], newer: [] })
  })

  it('can be a separate step: a start that may not migrate reports what is missing', async () => {
    await run(first)
    const before = await migrationFolder(second)
    await expect(requireSchema(opened.connection, before)).rejects.toThrow(
      'is missing migrations for this version of the hub: 0002-b.sql',
    )
    await migrate(opened.connection, before)
    expect(await requireSchema(opened.connection, before)).toEqual({ applied: [], newer: [] })
  })

  it('serve --no-migrate ends if the schema does not exist yet', async () => {
    const { code, err } = await runOperatorCommand(['serve', '--no-migrate'], {
      ...databaseSettings(opened.connection),
      SPINDLE_SECRET: 's'.repeat(32),
    })
    expect(code).toBe(1)
    expect(err).toEqual([
      expect.stringMatching(
        /^The database is missing migrations .*: 0001-accounts\.sql, .*run the command migrate of this version/,
      ),
    ])
  })
})

it('the steps of the hub name the oldest version that may run with them: each from 0300 on, and only older steps', async () => {
  const steps = await readSteps(migrationsDirectory)
  for (const { name, compatibleFrom } of steps) {
    if (name >= '0300') expect({ name, says: compatibleFrom !== undefined }).toEqual({ name, says: true })
    if (compatibleFrom === undefined) continue
    expect(steps.filter((step) => step.name < name).map((step) => step.name)).toContain(compatibleFrom)
  }
})
