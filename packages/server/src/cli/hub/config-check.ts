import { readConfig } from '../../config/config.ts'
import { readConfigured } from '../../features/webhooks/index.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'

export const checkConfig = operatorCommand({
  name: 'config check',
  summary: 'Check the configuration and list every problem',
  input: {},
  async run({ environment, out }) {
    const config = readConfig(environment)
    out(
      `The configuration is valid. The hub would run at ${config.publicUrl} with ${config.databaseUrl === undefined ? `the embedded database in ${config.dataDir}` : 'the database of DATABASE_URL'}.`,
    )
    out(
      `Properties: ${[...new Set(config.integrationTokens.map(({ property }) => property))].join(', ') || 'none (verification answers 503)'}`,
    )
    const webhooks = await readConfigured(config)
    if (webhooks.length > 0) out(`Webhooks: ${webhooks.map(({ name }) => name).join(', ')}`)
    return undefined
  },
})
