import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { storeFunctions } from './coverage/store-functions.ts'
import { functionOwners, ownersByName, publishedViews, tableOwners } from './schema/owners.ts'

/**
 * Every table has one owner, and only its stores name it. Other features call the owner's service, or read a view that
 * the owner publishes: its columns stay stable even if the table changes.
 */

/** Features that a trigger notifies when a row of another owner's table changes. */
const listeners: readonly string[] = [
  'features/accounts is notified of bulk_jobs',
  'features/accounts is notified of exports',
  'features/accounts is notified of imports',
  'features/accounts is notified of release_revisions',
  'features/accounts is notified of releases',
  'features/accounts is notified of reports',
  'features/accounts is notified of store_messages',
  'features/accounts is notified of table_import_releases',
  'features/accounts is notified of table_imports',
  'features/accounts is notified of transfers',
  'features/accounts is notified of trashed_releases',
  'features/accounts is notified of uploads',
  'features/auth is notified of users',
  'features/live is notified of api_keys',
  'features/live is notified of deliveries',
  'features/live is notified of releases',
  'features/live is notified of uploads',
  'features/plays is notified of deliveries',
  'features/plays is notified of delivery_tracks',
  'features/webhooks is notified of deliveries',
  'features/webhooks is notified of imports',
  'features/webhooks is notified of releases',
  'features/webhooks is notified of store_messages',
  'features/webhooks is notified of uploads',
]

describe('owners of tables', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
  })

  const relationsOf = async (kinds: readonly string[]): Promise<string[]> =>
    (
      await hub.opened.database.system.rows<{ name: string }>(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind::text = any($1) and not relispartition order by 1`,
        [kinds],
      )
    ).map(({ name }) => name)

  it('are named for every table and every view of the database', async () => {
    expect(await relationsOf(['r', 'p'])).toEqual(Object.values(tableOwners).flat().sort())
    expect(await relationsOf(['v', 'm'])).toEqual(Object.keys(publishedViews).sort())
  })

  it('are the only ones whose statements name their tables', () => {
    const ownerOf = ownersByName(tableOwners)
    const statements = storeFunctions([...ownerOf.keys()])
    const foreign = statements.flatMap(({ name, tables }) =>
      tables.filter((table) => !name.startsWith(`${ownerOf.get(table)}/`)).map((table) => `${name} names ${table}`),
    )
    // The parser of the sources finds what exists.
    expect(statements.filter(({ tables }) => tables.length > 0).length).toBeGreaterThan(60)
    expect(foreign).toEqual([])
  })

  /** Functions of the schema, without those of extensions. */
  const readFunctions = () =>
    hub.opened.database.system.rows<{ name: string; text: string }>(
      `select proname as name, prosrc as text from pg_proc p
       where pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       order by proname collate "C"`,
    )

  it('are the only ones whose functions in the database name their tables', async () => {
    const functions = await readFunctions()
    expect(functions.map(({ name }) => name)).toEqual(Object.values(functionOwners).flat().sort())
    const folderOf = ownersByName(functionOwners)
    const ownerOf = ownersByName(tableOwners)
    const named = functions.flatMap(({ name, text }) =>
      [...ownerOf.keys()].filter((table) => namesTable(text, table)).map((table) => ({ name, table })),
    )
    // The parser of the functions finds what exists.
    expect(named).toContainEqual({ name: 'enter_feed', table: 'feed_entries' })
    expect(named.filter(({ name, table }) => folderOf.get(name) !== ownerOf.get(table))).toEqual([])
  })

  it('list the features that triggers notify of changes', async () => {
    const triggers = await hub.opened.database.system.rows<{ table: string; function: string }>(
      `select distinct c.relname as table, p.proname as function
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
    )
    const folderOf = ownersByName(functionOwners)
    const ownerOf = ownersByName(tableOwners)
    const foreign = triggers
      .filter((trigger) => folderOf.get(trigger.function) !== ownerOf.get(trigger.table))
      .map((trigger) => `${folderOf.get(trigger.function)} is notified of ${trigger.table}`)
    expect([...new Set(foreign)].sort()).toEqual(listeners)
  })
})

/** A table follows one of these words; a column may have the same name. */
const namesTable = (sql: string, table: string): boolean =>
  new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?${table}\\b`, 'i').test(sql)
