import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { migrate, migrateTo, requireSchema } from '../../src/platform/database/schema/migrate.ts'
import { readFunctions } from '../../src/platform/database/schema/schema-functions.ts'
import { readSteps } from '../../src/platform/database/schema/schema-steps.ts'
import { migrationsDirectory, type OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { createEmptyDatabase, createTestDatabase } from '../harness/hub.ts'
import { type MigrationFiles, migrationFolder, revised } from '../harness/migration-folder.ts'

const answering = (answer: string): string =>
  `create or replace function answer() returns text language sql as $$ select '${answer}' $$;\n`

const table: MigrationFiles = { '0001-t': 'create table t (n int, noted text)' }
const first: MigrationFiles = { ...table, 'functions/answer': revised(1, answering('first')) }
const second: MigrationFiles = { ...table, 'functions/answer': revised(2, answering('second')) }

const note = `create or replace function note() returns trigger language plpgsql as $$
begin new.noted := answer(); return new; end $$;\n`
const trigger = 'create trigger note before insert on t for each row execute function note()'

describe('functions of the database', () => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await createEmptyDatabase()
    atEnd(opened.close)
  })

  const run = async (files: MigrationFiles) => migrate(opened.connection, await migrationFolder(files))
  const answer = async (): Promise<unknown> =>
    (await opened.database.system.row<{ said: string }>('select answer() as said'))?.said

  it('are made after the steps, and again when their revision is higher', async () => {
    expect(await run(first)).toEqual({ applied: ['0001-t.sql', 'functions/answer.sql'], newer: [] })
    expect(await run(first)).toEqual({ applied: [], newer: [] })
    expect(await run(second)).toEqual({ applied: ['functions/answer.sql'], newer: [] })
    expect(await answer()).toBe('second')
  })

  it('keep the text of a newer version when an older one starts', async () => {
    await run(second)
    expect(await run(first)).toEqual({ applied: [], newer: [] })
    expect(await requireSchema(opened.connection, await migrationFolder(first))).toEqual({ applied: [], newer: [] })
    expect(await answer()).toBe('second')
  })

  it('are taken over from a version whose steps made them', async () => {
    await run({ ...table, '0002-answer': answering('a step').replace('or replace ', '') })
    expect(await answer()).toBe('a step')
    await run({ ...first, '0002-answer': answering('a step').replace('or replace ', '') })
    expect(await answer()).toBe('first')
  })

  it('are applied once, however many nodes start together', async () => {
    const folder = await migrationFolder(first)
    const nodes = await Promise.all(Array.from({ length: 4 }, () => migrate(opened.connection, folder)))
    expect(nodes.flatMap(({ applied }) => applied).toSorted()).toEqual(['0001-t.sql', 'functions/answer.sql'])
  })

  it('need no lock if none is missing', async () => {
    await run(first)
    const holder = new pg.Client(opened.connection)
    await holder.connect()
    await holder.query('select pg_advisory_lock(7305482911)')
    expect(await run(first)).toEqual({ applied: [], newer: [] })
    await holder.end()
  })

  it('are refused if two texts have one revision', async () => {
    await run(first)
    await expect(run({ ...table, 'functions/answer': revised(1, answering('another')) })).rejects.toMatchObject({
      message: 'The database has another text as revision 1 of the migration functions/answer.sql',
      fix: expect.stringContaining('give the file the next revision'),
    })
    expect(await answer()).toBe('first')
  })

  it.each([
    ['was edited', revised(1, answering('first')).replace('first', 'edited')],
    ['has no first line', answering('first')],
  ])('are refused where the file %s', async (_, text) => {
    await expect(run({ ...table, 'functions/answer': text })).rejects.toMatchObject({
      message: 'The migration functions/answer.sql has no revision of its own for its current text',
      fix: 'run npm run gen, which gives it the next revision',
    })
  })

  it('are all unchanged if one of them fails', async () => {
    await run(first)
    const broken = { ...second, 'functions/broken': revised(1, 'create or replace function broken() returns int;\n') }
    await expect(run(broken)).rejects.toThrow('The migration functions/broken.sql failed: ')
    expect(await answer()).toBe('first')
  })

  it('exist before the step that refers to them', async () => {
    const files = {
      ...first,
      'functions/note': revised(1, note),
      '0002-notes': `-- functions: note\n${trigger}`,
    }
    expect(await run(files)).toEqual({
      applied: ['0001-t.sql', '0002-notes.sql', 'functions/answer.sql'],
      newer: [],
    })
    await opened.database.system.execute('insert into t (n) values (1)')
    expect(await opened.database.system.rows('select noted from t')).toEqual([{ noted: 'first' }])
  })

  it('that a step refers to must have a file', async () => {
    const files = { ...table, '0002-notes': `-- functions: note\n${trigger}` }
    await expect(run(files)).rejects.toThrow('0002-notes.sql names the function note, which has no file')
  })

  it('come after the rows when tables of an older version are filled', async () => {
    const folder = await migrationFolder(first)
    expect(await migrateTo(opened.connection, folder, new Set(['0001-t.sql']))).toMatchObject({
      applied: ['0001-t.sql'],
    })
    expect(await migrate(opened.connection, folder)).toMatchObject({ applied: ['functions/answer.sql'] })
  })

  it('are named as missing to a start that may not change the schema', async () => {
    await run(first)
    await expect(requireSchema(opened.connection, await migrationFolder(second))).rejects.toThrow(
      'is missing migrations for this version of the hub: functions/answer.sql',
    )
  })
})

describe('the functions of the hub', () => {
  /** Of every kind, without those of extensions. */
  const storedText = `select proname as name, prosrc as text, pg_get_function_sqlbody(oid) as expression,
      obj_description(oid, 'pg_proc') as comment
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by proname collate "C"`

  it('have one file each, whose text is the one in the database', async () => {
    const opened = await createTestDatabase()
    atEnd(opened.close)
    const stored = await opened.database.system.rows<{
      name: string
      text: string
      expression: string | null
      comment: string
    }>(storedText)
    const files = await readFunctions(migrationsDirectory)
    expect(stored.map(({ name, comment }) => ({ name, comment }))).toEqual(
      files.map(({ functionName, revision, digest }) => ({
        name: functionName,
        comment: `revision ${revision}, text ${digest}`,
      })),
    )
    const texts = new Map(files.map(({ functionName, text }) => [functionName, text]))
    // PostgreSQL formats an expression in its own way.
    const other = stored.filter(({ name, text, expression }) => expression === null && !texts.get(name)?.includes(text))
    expect(other).toEqual([])
  })

  it('are made and changed by no step after those that had no other way', async () => {
    const steps = await readSteps(migrationsDirectory)
    const changes = /\b(create\s+(or\s+replace\s+)?|alter\s+)(function|procedure|routine|aggregate)\b/i
    const made = steps.filter(({ text }) => changes.test(text)).map(({ name }) => name)
    expect(made.filter((name) => name > lastWithFunctions)).toEqual([])
    expect(made.at(-1)).toBe(lastWithFunctions)
  })
})

/** Later ones change `migrations/functions` (decision 149). */
const lastWithFunctions = '0310-proven-addresses.sql'
