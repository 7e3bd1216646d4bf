import { readConfig } from '../config/config.ts'
import { joinToMigrate } from '../features/hub-identity/index.ts'
import { migrateDatabase } from '../platform/database/open.ts'
import { silentLog } from '../platform/log.ts'
import { type Command, exitCodes } from './command.ts'
import { parseOptions } from './options.ts'

export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate [--new]',
  summary: 'Bring the database to the schema of this version; --new also where it is empty, before the first start',
  async run({ args, environment, out }) {
    const { values } = parseOptions(args, { new: { type: 'boolean', default: false } })
    const config = readConfig(environment)
    const opened = await joinToMigrate(config, { ...config, maxConnections: 2, log: silentLog }, values.new)
    try {
      const { applied } = await migrateDatabase(opened)
      out(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
      return exitCodes.ok
    } finally {
      await opened.close()
    }
  },
}
