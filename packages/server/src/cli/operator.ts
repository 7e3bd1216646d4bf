import { type Config, readConfig } from '../config/config.ts'
import { createAccounts } from '../features/accounts/index.ts'
import { systemClock } from '../platform/clock.ts'
import { joinDatabase, migrateDatabase, type OpenDatabase } from '../platform/database/open.ts'
import { createIds } from '../platform/ids.ts'
import { silentLog } from '../platform/log.ts'
import type { CommandInput } from './command.ts'

/** What operator commands work with: the services, on the database of the hub, which may be running. */
export interface Operator {
  readonly config: Config
  readonly opened: OpenDatabase
  readonly accounts: ReturnType<typeof createAccounts>
}

export async function asOperator<T>(
  { environment }: Pick<CommandInput, 'environment'>,
  work: (operator: Operator) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  const opened = await joinDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    maxConnections: 2,
    log: silentLog,
  })
  try {
    await migrateDatabase(opened)
    const accounts = createAccounts({ database: opened.database, ids: createIds(systemClock), clock: systemClock })
    return await work({ config, opened, accounts })
  } finally {
    await opened.close()
  }
}
