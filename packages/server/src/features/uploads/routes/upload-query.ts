import { AppError, type FieldError, maxUploadIds, type UploadListQuery, uploadParts } from '@spindle/contract'
import { parseIdList } from '../../../http/requests/id-list.ts'
import { parseNameList } from '../../../http/requests/name-list.ts'
import type { UploadFilter } from '../model/read-queries.ts'

/** Which uploads are requested. Throws `invalid_parameter` with every problem. */
export function parseUploadQuery(query: UploadListQuery): {
  readonly filter: UploadFilter
  readonly withPeaks: boolean
} {
  const problems: FieldError[] = []
  const parts = parseNameList('include', query.include, uploadParts, problems)
  const { status, kind, releaseId, unused } = query
  const ids = query.ids === undefined ? undefined : parseIdList(query.ids, maxUploadIds, problems)
  if (problems.length > 0) throw new AppError('invalid_parameter', { errors: problems })
  // `unused=false` means all, as if it were left out.
  return { filter: { status, kind, releaseId, ids, unused: unused || undefined }, withPeaks: parts.includes('peaks') }
}
