import type { Finding, Technical, UploadKind, UploadStatus } from '@spindle/contract'
import { contentEtag } from '../../../http/etag.ts'
import { type PageRequest, type PageResult, RawJson } from '../../../http/handler-response.ts'
import { pageOf } from '../../../http/page-of.ts'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import type { UploadId } from './upload-store.ts'

/** Uploads as clients and other features read them; JSON is made by the database. */

const json = `json_build_object(
  'id', id, 'kind', kind, 'filename', filename, 'contentType', content_type, 'size', size, 'offset', received_bytes,
  'sha256', encode(sha256, 'hex'), 'status', status, 'technical', technical, 'findings', findings,
  'createdAt', ${isoInstant('created_at')}, 'expiresAt', ${isoInstant('expires_at')})::text`

export interface UploadJson {
  readonly body: RawJson
  readonly etag: string
}

export async function findUploadJson(sql: Tenant, id: UploadId): Promise<UploadJson | undefined> {
  const row = await sql.row<{ json: string }>(`select ${json} as json from uploads where account_id = $1 and id = $2`, [
    id,
  ])
  if (!row) return undefined
  return { body: new RawJson(row.json), etag: contentEtag(row.json) }
}

export interface UploadFilter {
  readonly status?: UploadStatus | undefined
  readonly kind?: UploadKind | undefined
}

export async function listUploadsJson(
  sql: Tenant,
  page: PageRequest,
  filter: UploadFilter,
): Promise<PageResult<never>> {
  const rows = await sql.rows<{ id: string; json: string }>(
    `select id, ${json} as json from uploads
     where account_id = $1 and ($2::text is null or id < $2)
       and ($3::text is null or status = $3) and ($4::text is null or kind = $4)
     order by id desc limit $5`,
    [page.after ?? null, filter.status ?? null, filter.kind ?? null, page.limit + 1],
  )
  const { data, next } = pageOf(rows, page, ({ id }) => id)
  const total = page.wantsTotal ? await countUploads(sql, filter) : undefined
  return { data: new RawJson(`[${data.map((row) => row.json).join(',')}]`), next, total }
}

async function countUploads(sql: Tenant, filter: UploadFilter): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*) as count from uploads
     where account_id = $1 and ($2::text is null or status = $2) and ($3::text is null or kind = $3)`,
    [filter.status ?? null, filter.kind ?? null],
  )
  return row?.count ?? 0
}

/** What other features need to know of an upload. */
export interface UploadFacts {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly status: UploadStatus
  readonly filename: string | null
  readonly contentType: string | null
  /** Null while the length is not known. */
  readonly size: number | null
  readonly receivedBytes: number
  /** Hexadecimal. */
  readonly sha256: string | null
  readonly technical: Technical | null
  readonly findings: Finding[]
}

// Without the peaks, which are most of the bytes and only drawn.
const factColumns = `id, kind, status, filename, content_type as "contentType", size, received_bytes as "receivedBytes",
  encode(sha256, 'hex') as sha256, technical - 'peaks' as technical, findings`

/** Ids that name no upload of the account are missing from the map. */
export const findUploads = async (sql: Tenant, ids: readonly string[]): Promise<Map<string, UploadFacts>> =>
  byId(await sql.rows(`select ${factColumns} from uploads where account_id = $1 and id = any($2)`, [ids]))

/**
 * The same, and until the transaction ends none of them can expire, be removed or change by its analysis. In id order,
 * so that two transactions that need the same uploads cannot deadlock.
 */
export const lockUploads = async (trx: Tenant, ids: readonly string[]): Promise<Map<string, UploadFacts>> =>
  byId(
    await trx.rows(`select ${factColumns} from uploads where account_id = $1 and id = any($2) order by id for share`, [
      ids,
    ]),
  )

const byId = (facts: readonly UploadFacts[]): Map<string, UploadFacts> => new Map(facts.map((fact) => [fact.id, fact]))
