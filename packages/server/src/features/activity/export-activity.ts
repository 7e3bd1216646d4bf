import { type ActivityEntry, maxExportedEvents } from '@spindle/contract/console'
import { csvMediaType, formatCsv } from '../../http/responses/csv.ts'
import type { TextContent } from '../../http/responses/handler-response.ts'
import type { Tenant } from '../../platform/database/sql.ts'
import { type ActivityQuery, type ActivitySources, listActivity } from './list-activity.ts'

/** What happened in the account of the tenant, as a file. */
export async function exportActivity(
  sources: ActivitySources,
  tenant: Tenant,
  query: ActivityQuery,
  format: 'csv' | 'ndjson' | undefined,
): Promise<TextContent> {
  const entries = await readAll(sources, tenant, query)
  if (format === 'ndjson')
    return {
      mediaType: 'application/x-ndjson',
      content: entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      filename: 'activity.ndjson',
    }
  return { mediaType: csvMediaType, content: formatCsv(columns, entries.map(toLine)), filename: 'activity.csv' }
}

const columns = ['id', 'at', 'type', 'actorType', 'actorId', 'actorName', 'releaseId', 'releaseTitle', 'reason', 'data']

const toLine = ({ id, at, type, actor, release, reason, data }: ActivityEntry) => [
  id,
  at,
  type,
  actor.type,
  actor.id,
  actor.name,
  release?.id ?? null,
  release?.title ?? null,
  reason,
  JSON.stringify(data),
]

const readAtOnce = 1_000

async function readAll(sources: ActivitySources, tenant: Tenant, query: ActivityQuery): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = []
  let after: string | undefined
  do {
    const limit = Math.min(readAtOnce, maxExportedEvents - entries.length)
    const { data, next } = await listActivity(sources, tenant, query, { limit, after })
    entries.push(...data)
    after = next ?? undefined
  } while (after !== undefined && entries.length < maxExportedEvents)
  return entries
}
