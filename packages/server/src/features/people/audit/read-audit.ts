import { type AuditEvent, type AuditKind, auditKinds, maxExportedEvents } from '@spindle/contract/console'
import { csvMediaType, formatCsv } from '../../../http/csv.ts'
import type { PageRequest, PageResult, TextContent } from '../../../http/handler-response.ts'
import { pageOf } from '../../../http/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { type AuditFilters, type AuditRow, listAccountEvents } from './store.ts'

/** What people did in an account, as its members read it. */

export interface AuditQuery {
  readonly actor?: string | undefined
  readonly kind?: AuditKind | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export async function readAudit(
  tenant: Tenant,
  query: AuditQuery,
  { limit, after }: PageRequest,
): Promise<PageResult<AuditEvent>> {
  const rows = await listAccountEvents(tenant, toFilters(query), { limit: limit + 1, after })
  const { data, next } = pageOf(rows, { limit }, ({ id }) => id)
  return { data: data.map(toEvent), next }
}

export async function exportAudit(
  tenant: Tenant,
  { format, ...query }: AuditQuery & { readonly format?: 'csv' | 'ndjson' | undefined },
): Promise<TextContent> {
  const rows = await listAccountEvents(tenant, toFilters(query), { limit: maxExportedEvents, after: undefined })
  const events = rows.map(toEvent)
  if (format === 'ndjson')
    return {
      mediaType: 'application/x-ndjson',
      content: events.map((event) => `${JSON.stringify(event)}\n`).join(''),
      filename: 'activity.ndjson',
    }
  const lines = events.map(({ id, at, type, actor, data }) => [
    id,
    at,
    type,
    actor.type,
    actor.id,
    actor.name,
    JSON.stringify(data),
  ])
  return { mediaType: csvMediaType, content: formatCsv(columns, lines), filename: 'activity.csv' }
}

const columns = ['id', 'at', 'type', 'actorType', 'actorId', 'actorName', 'data']

const toFilters = ({ actor, kind, from, to }: AuditQuery): AuditFilters => ({
  actor,
  types: kind === undefined ? Object.values(auditKinds).flat() : auditKinds[kind],
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

const toEvent = ({ id, at, type, actor, data }: AuditRow): AuditEvent =>
  // Written by this feature alone, in exactly these forms.
  ({ id, at: at.toISOString(), type, actor, data }) as AuditEvent
