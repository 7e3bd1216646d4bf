import type { Sql } from '../../src/platform/database/sql.ts'

/** Whether a session waits for an advisory lock of this database; the server also has the databases of other tests. */
export const isAdvisoryLockAwaited = async (sql: Sql): Promise<boolean> =>
  (await sql.row(
    `select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )) !== undefined
