import type { Finding } from '@spindle/contract'
import { ownRulePrefix } from '@spindle/contract/rules'
import type { Tenant } from '../../../../platform/database/sql.ts'

/** The findings of the hook in the row of a release, if they are of this digest. */
export async function findKeptFindings(
  sql: Tenant,
  releaseId: string,
  sha256: string,
): Promise<readonly Finding[] | undefined> {
  const row = await sql.readRow<{ findings: readonly Finding[] }>(
    `select findings from releases where account_id = $1 and id = $2 and check_hook_sha256 = decode($3, 'hex')`,
    [releaseId, sha256],
  )
  return row?.findings.filter(({ code }) => code.startsWith(ownRulePrefix))
}
