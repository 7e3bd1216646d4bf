import type { Config } from '../../../config/config.ts'
import type { Finding } from '../../../platform/checks.ts'
import type { Sql } from '../../../platform/database/sql.ts'
import { findAccountNames } from '../../accounts/index.ts'
import { readConfigured } from './read-configured.ts'

/** For the doctor: whether the file of webhooks names only accounts that there are. */
export async function checkConfigured(
  config: Pick<Config, 'webhooksFile' | 'webhookTargets'>,
  system: Sql,
): Promise<Finding> {
  const webhooks = await readConfigured(config)
  if (webhooks.length === 0) return { isFine: true, text: 'none' }
  const accounts = [...new Set(webhooks.map(({ account }) => account))]
  const known = await findAccountNames(system, accounts)
  const unknown = accounts.filter((account) => !known.some(({ id }) => id === account))
  return unknown.length === 0
    ? { isFine: true, text: `${webhooks.length} of ${accounts.length} accounts` }
    : {
        isFine: false,
        text: `these accounts do not exist: ${unknown.join(', ')}`,
        fix: 'correct SPINDLE_WEBHOOKS_FILE',
      }
}
