import type { PostgresDatabase } from '../postgres.ts'

/** False for a database in which no version of the hub has created anything yet. */
export async function hasTables({ system }: Pick<PostgresDatabase, 'system'>): Promise<boolean> {
  const row = await system.readRow<{ isThere: boolean }>(
    `select exists (select from pg_tables where tablename = 'spindle_migrations'
                    and schemaname = any (current_schemas(false))) as "isThere"`,
  )
  return row?.isThere === true
}

/** Names of the applied steps, in order. */
export const listMigrations = async ({ system }: Pick<PostgresDatabase, 'system'>): Promise<readonly string[]> =>
  (await system.readRows<{ name: string }>('select name from spindle_migrations order by name')).map(({ name }) => name)
