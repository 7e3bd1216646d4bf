import type { Finding, Technical, Upload, UploadKind, UploadStatus } from '@spindle/contract'
import { contentEtag } from '../../../http/responses/etag.ts'
import { type PageRequest, type PageResult, RawJson } from '../../../http/responses/handler-response.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import type { BlobReceipt } from '../../../platform/blobs/blobs.ts'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { SqlValue, Tenant } from '../../../platform/database/sql.ts'
import type { UploadId } from './upload-queries.ts'

/** Uploads as clients and other features read them; the database makes the JSON. */

// An upload that a release refers to does not expire.
const isUsed = `exists (select from upload_references r where r.account_id = $1 and r.upload_id = uploads.id)`

const json = (technical: string): string => `json_build_object(
  'id', id, 'kind', kind, 'filename', filename, 'contentType', content_type, 'size', size, 'offset', received_bytes,
  'sha256', encode(sha256, 'hex'), 'status', status, 'technical', ${technical}, 'findings', findings,
  'createdAt', ${isoInstant('created_at')},
  'expiresAt', case when not ${isUsed} then ${isoInstant('expires_at')} end)::text`

export interface UploadJson {
  readonly body: RawJson
  readonly etag: string
}

export async function findUploadJson(sql: Tenant, id: UploadId): Promise<UploadJson | undefined> {
  const row = await sql.readRow<{ json: string }>(
    `select ${json('technical')} as json from uploads where account_id = $1 and id = $2`,
    [id],
  )
  if (!row) return undefined
  return { body: new RawJson(row.json), etag: contentEtag(row.json) }
}

/** With the peaks. Ids that are not uploads of the account are missing. */
export const listUploadsById = async (sql: Tenant, ids: readonly string[]): Promise<Upload[]> =>
  (
    await sql.readRows<{ json: string }>(
      `select ${json('technical')} as json from uploads where account_id = $1 and id = any($2) order by id`,
      [ids],
    )
  ).map((row) => JSON.parse(row.json) as Upload)

export interface UploadFilter {
  readonly status?: UploadStatus | undefined
  readonly kind?: UploadKind | undefined
  readonly releaseId?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Only those that no release refers to. */
  readonly unused?: boolean | undefined
}

const conditions: Readonly<Record<keyof UploadFilter, (place: string) => string>> = {
  status: (place) => `status = ${place}`,
  kind: (place) => `kind = ${place}`,
  releaseId: (place) =>
    `id in (select upload_id from upload_references r where r.account_id = $1 and r.release_id = ${place})`,
  ids: (place) => `id = any(${place}::text[])`,
  unused: (place) => `${isUsed} <> ${place}`,
}

/** With conditions that begin with `and`; their values are bound from `$2` on. */
function buildWhere(filter: UploadFilter): { readonly text: string; readonly values: readonly SqlValue[] } {
  const given = Object.entries<SqlValue>({ ...filter }).filter(([, value]) => value !== undefined)
  const texts = given.map(([name], index) => ` and ${conditions[name as keyof UploadFilter](`$${index + 2}`)}`)
  return { text: texts.join(''), values: given.map(([, value]) => value) }
}

export async function listUploadsJson(
  sql: Tenant,
  page: PageRequest,
  { filter, withPeaks }: { readonly filter: UploadFilter; readonly withPeaks: boolean },
): Promise<PageResult<never>> {
  const where = buildWhere(filter)
  const place = (offset: number): string => `$${where.values.length + 1 + offset}`
  const rows = await sql.readRows<{ id: string; json: string }>(
    `select id, ${json(withPeaks ? 'technical' : "technical - 'peaks'")} as json from uploads
     where account_id = $1${where.text} and (${place(1)}::text is null or id < ${place(1)})
     order by id desc limit ${place(2)}`,
    [...where.values, page.after ?? null, page.limit + 1],
  )
  const { data, next } = pageOf(rows, page, ({ id }) => id)
  const sums = page.wantsTotal ? await countUploads(sql, where) : undefined
  return {
    data: new RawJson(`[${data.map((row) => row.json).join(',')}]`),
    next,
    total: sums?.count,
    ...(sums && { extraMembers: { totalBytes: sums.bytes } }),
  }
}

async function countUploads(
  sql: Tenant,
  { text, values }: ReturnType<typeof buildWhere>,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const row = await sql.readRow<{ count: number; bytes: number }>(
    `select count(*) as count, coalesce(sum(coalesce(size, received_bytes)), 0)::bigint as bytes from uploads
     where account_id = $1${text}`,
    values,
  )
  return row ?? { count: 0, bytes: 0 }
}

/** The data of an upload for other features. */
export interface UploadFacts {
  readonly id: UploadId
  readonly kind: UploadKind
  readonly status: UploadStatus
  readonly filename: string | null
  readonly contentType: string | null
  /** Null while the length is unknown. */
  readonly size: number | null
  readonly receivedBytes: number
  /** Hexadecimal. */
  readonly sha256: string | null
  /** How the storage finds the bytes; opaque to other code. */
  readonly receipt: BlobReceipt
  readonly technical: Technical | null
  readonly findings: Finding[]
}

// Without the peaks, which are most of the bytes and only used for drawing.
const factColumns = `id, kind, status, filename, content_type as "contentType", size, received_bytes as "receivedBytes",
  encode(sha256, 'hex') as sha256, receipt, technical - 'peaks' as technical, findings`

/** Ids that are not uploads of the account are missing from the map. */
export const findUploads = async (sql: Tenant, ids: readonly string[]): Promise<Map<string, UploadFacts>> =>
  byId(await sql.readRows(`select ${factColumns} from uploads where account_id = $1 and id = any($2)`, [ids]))

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

/** What a file is looked for by: its kind, the last part of its name, and its digest in hexadecimal. */
export interface NamedUpload {
  readonly kind: UploadKind
  readonly names: readonly string[]
  readonly digests: readonly string[]
}

const maxNamed = 2000

/** Complete uploads with one of these names or digests, the newest first. The index uploads_named has the same expression. */
export const findUploadsNamed = (sql: Tenant, { kind, names, digests }: NamedUpload): Promise<UploadFacts[]> =>
  sql.readRows(
    `select ${factColumns} from uploads
     where account_id = $1 and kind = $2 and status in ('received', 'analysing', 'ready')
       and (regexp_replace(normalize(filename), '^.*[/\\\\]', '') = any($3)
            or sha256 in (select decode(digest, 'hex') from unnest($4::text[]) as digest))
     order by id desc limit ${maxNamed}`,
    [kind, names, digests],
  )

const byId = (facts: readonly UploadFacts[]): Map<string, UploadFacts> => new Map(facts.map((fact) => [fact.id, fact]))
