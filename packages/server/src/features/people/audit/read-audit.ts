import type { PageRequest } from '../../../http/responses/handler-response.ts'
import { type PageOfRows, pageOf } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type AuditEntry, type AuditFilters, listAccountEvents } from './audit-queries.ts'

/** The actions of people in an account, as its members read them. */

export async function listAudit(
  tenant: Tenant,
  filters: AuditFilters,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<PageOfRows<AuditEntry>> {
  const rows = await listAccountEvents(tenant, filters, { limit: limit + 1, after })
  return pageOf(rows, { limit }, ({ id }) => id)
}
