import { flag } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { joinToMigrate } from '../../features/hub-identity/index.ts'
import { silentLog } from '../../platform/logging/log.ts'
import { migrateDatabase } from '../../platform/open-database.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'

export const migrate = operatorCommand({
  name: 'migrate',
  summary: 'Bring the database to the schema of this version',
  input: { options: { isNew: flag('--new', 'Also where the database is empty, before the first start') } },
  async run({ environment, out }, { isNew }) {
    const config = readConfig(environment)
    const opened = await joinToMigrate(config, { ...config, maxConnections: 2, log: silentLog }, isNew)
    try {
      const { applied } = await migrateDatabase(opened)
      out(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`)
      return undefined
    } finally {
      await opened.close()
    }
  },
})
