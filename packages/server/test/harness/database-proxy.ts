import { connectPostgres } from '../../src/platform/database/postgres.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { openLine, targetOf } from './database-line.ts'
import { createTestDatabase } from './hub.ts'

/** A database behind a connection that can be interrupted, or that swallows notifications while it looks alive. */
export interface FragileDatabase extends OpenDatabase {
  /** The database itself, without the proxy. */
  readonly direct: OpenDatabase
  /** Ends every connection and refuses new ones. */
  cut(): void
  restore(): void
  /** From now on no data of the server reaches the connections that listen for notifications. */
  muteNotifications(): void
}

export async function createFragileDatabase(): Promise<FragileDatabase> {
  const direct = await createTestDatabase()
  const line = await openLine(targetOf(direct.connection))
  const connection = { ...direct.connection, host: '127.0.0.1', port: line.port }
  const database = connectPostgres({ connection, maxConnections: 5, log: silentLog })
  return {
    database,
    connection,
    direct,
    ...line,
    async close() {
      line.restore()
      await database.close()
      await line.close()
      await direct.close()
    },
  }
}
