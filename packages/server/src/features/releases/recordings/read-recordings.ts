import { AppError, parseIsrc, type Recording, type RecordingsQuery } from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../http/responses/handler-response.ts'
import { pageOfCut } from '../../../http/responses/page-of.ts'
import type { Tenant } from '../../../platform/database/sql.ts'
import { countRecordings, findRecordings } from './recording-queries.ts'

/** The recordings of the account. A value that is not an ISRC matches nothing. */
export async function readRecordings(
  tenant: Tenant,
  { isrc, query, releaseId }: RecordingsQuery,
  { limit, after, wantsTotal }: PageRequest,
): Promise<PageResult<Recording>> {
  const filters = { isrc: isrc === undefined ? undefined : (parseIsrc(isrc) ?? ''), title: query, releaseId }
  const rows = await findRecordings(tenant, filters, { limit, after })
  const { data, next } = pageOfCut(rows, ({ recording }) => recording.isrc)
  return {
    data: data.map(({ recording }) => recording),
    next,
    total: wantsTotal ? await countRecordings(tenant, filters) : undefined,
  }
}

/** Throws `recording_not_found`. */
export async function readRecording(tenant: Tenant, isrc: string): Promise<Recording> {
  const filters = { isrc: parseIsrc(isrc) ?? '' }
  const [row] = await findRecordings(tenant, filters, { limit: 1, after: undefined })
  if (!row) throw new AppError('recording_not_found')
  return row.recording
}
