import type { Database, Sql } from '../../platform/database/sql.ts'

/** Outlets belong to no account, so every statement here runs as the system. */

/** Processes tell each other that the set has changed. */
export const outletsChannel = 'outlets'

export const listSwitchedOutlets = async (system: Sql): Promise<readonly string[]> =>
  (await system.rows<{ id: string }>('select id from switched_outlets order by id')).map(({ id }) => id)

/** Makes the set exactly this one and tells the other processes if that changed it. */
export const replaceSwitchedOutlets = (database: Database, ids: readonly string[]): Promise<void> =>
  database.transaction(async (trx) => {
    const added = await trx.execute(
      'insert into switched_outlets (id) select unnest($1::text[]) on conflict do nothing',
      [ids],
    )
    const removed = await trx.execute('delete from switched_outlets where id <> all ($1::text[])', [ids])
    if (added + removed > 0) await trx.execute(`select pg_notify('${outletsChannel}', '')`)
  })
