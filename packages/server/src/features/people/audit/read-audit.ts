import type { AccountAuditType, ActivityEntry } from '@spindle/contract/console'
import type { PageRequest } from '../../../http/handler-response.ts'
import { type PageOfRows, pageOf } from '../../../http/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { listAccountEvents } from './store.ts'

/** What people did in an account, as its members read it. */

export interface AuditEntry extends Pick<ActivityEntry, 'id' | 'actor' | 'data'> {
  readonly at: Date
  readonly type: AccountAuditType
}

export interface AuditFilters {
  /** Only of these types. */
  readonly types: readonly AccountAuditType[]
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export async function listAudit(
  tenant: Tenant,
  filters: AuditFilters,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<PageOfRows<AuditEntry>> {
  const rows = await listAccountEvents(tenant, filters, { limit: limit + 1, after })
  return pageOf(rows, { limit }, ({ id }) => id)
}
