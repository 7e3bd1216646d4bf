import { readConfig } from '../config/config.ts'
import { joinDatabase, migrateDatabase } from '../platform/database/open.ts'
import { silentLog } from '../platform/log.ts'
import { type Command, exitCodes } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the database to the schema of this version',
  async run({ environment, out }) {
    const config = readConfig(environment)
    const opened = await joinDatabase({ ...config, maxConnections: 2, log: silentLog })
    try {
      const { applied } = await migrateDatabase(opened)
      out(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
      return exitCodes.ok
    } finally {
      await opened.close()
    }
  },
}
