import type { Database, Sql } from '../../platform/database/sql.ts'

/** Properties belong to no account, so every statement here runs as the system. */

/** Processes tell each other that the set has changed. */
export const propertiesChannel = 'properties'

export const listPropertyIds = async (system: Sql): Promise<readonly string[]> =>
  (await system.rows<{ id: string }>('select id from properties order by id')).map(({ id }) => id)

/** Makes the set exactly this one and tells the other processes if that changed it. */
export const replaceProperties = (database: Database, ids: readonly string[]): Promise<void> =>
  database.transaction(async (trx) => {
    const added = await trx.execute(
      `insert into properties (id) select distinct unnest($1::text[]) order by 1 on conflict do nothing`,
      [ids],
    )
    const removed = await trx.execute(`delete from properties where id <> all ($1::text[])`, [ids])
    if (added + removed > 0) await trx.execute(`select pg_notify('${propertiesChannel}', '')`)
  })
