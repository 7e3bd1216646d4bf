import type { Finding } from '../../checks.ts'
import { describeDatabase } from '../../open-database.ts'
import { bypassesRowSecurityFix } from '../safe-settings.ts'
import type { Sql } from '../sql.ts'

/** Which database it is, and whether row-level security applies to the user of the hub. */
export async function checkDatabase(database: { readonly system: Sql }): Promise<Finding> {
  const { version, user, bypassesRowSecurity } = await describeDatabase(database)
  return {
    isFine: !bypassesRowSecurity,
    text: bypassesRowSecurity
      ? `${version}, as ${user}: row-level security, the second protection between accounts, does not apply to this user`
      : `${version}, as ${user}`,
    fix: bypassesRowSecurityFix,
  }
}
