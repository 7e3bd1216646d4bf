import type { Config } from '../../../config/config.ts'
import type { Finding } from '../../../platform/checks.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { clickHouse } from './clickhouse/clickhouse.ts'
import { findTable, table } from './clickhouse/table.ts'

const places = { pg: 'in PostgreSQL', lake: 'in a lake next to the uploads' } as const

/** For `doctor`: whether raw plays can be kept where the configuration says. Changes nothing. */
export async function checkLedger(config: Pick<Config, 'plays' | 'clickHouse'>, system: Sql): Promise<Finding> {
  const { plays, clickHouse: settings } = config
  if (plays !== 'clickhouse' || !settings) return { isFine: true, text: places[plays === 'lake' ? plays : 'pg'] }
  try {
    const asked = clickHouse(settings)
    const hasTable = await findTable(asked, system)
    const [server] = await asked.rows<{ version: string }>({ text: 'select version() as version' })
    const state = hasTable ? `table ${table}` : `table ${table} will be created with the first play`
    return { isFine: true, text: `ClickHouse ${server?.version} at ${settings.url}, ${state}` }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
    return {
      isFine: false,
      text: `the ClickHouse at ${settings.url} cannot be used (${reason})`,
      fix: 'in the SPINDLE_CLICKHOUSE_ settings, use an HTTP interface that this machine can reach, an existing database, and a user who can create tables in it',
    }
  }
}
