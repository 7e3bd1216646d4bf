import {
  AppError,
  type CatalogPart,
  type CatalogQuery,
  catalogParts,
  type FieldError,
  isCalendarDate,
  maxReleaseIds,
  parseGtin,
  parseIsrc,
} from '@spindle/contract'
import { parseIdList } from '../../../http/requests/id-list.ts'
import { parseNameList } from '../../../http/requests/name-list.ts'
import { instantOf } from '../../../platform/values/calendar.ts'
import type { OrderName } from '../reading/release-order.ts'
import { pickStates, type StateFilters } from '../reading/state-queries.ts'

/** Which part of the catalog is requested. */
export interface CatalogFilters {
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly q?: string | undefined
  readonly upc?: string | undefined
  readonly gtin14?: string | undefined
  readonly isrc?: string | undefined
  readonly artist?: string | undefined
  readonly label?: string | undefined
  readonly territory?: string | undefined
  readonly releasedFrom?: string | undefined
  readonly releasedTo?: string | undefined
  readonly updatedSince?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly state?: StateFilters | undefined
}

export interface CatalogRequest {
  readonly filters: CatalogFilters
  readonly parts: readonly CatalogPart[]
  readonly order: OrderName
}

/** Throws `invalid_parameter` with every problem. */
export function parseCatalogQuery(query: CatalogQuery): CatalogRequest {
  const problems: FieldError[] = []
  const parts = parseNameList('include', query.include, catalogParts, problems)
  if (query.format === 'csv' && parts.includes('deliveries'))
    problems.push({
      pointer: 'include',
      code: 'enum',
      detail: 'CSV does not support deliveries.',
      fix: 'Use format=ndjson, or omit deliveries.',
    })
  if (query.sort !== undefined && query.updatedSince !== undefined)
    problems.push({
      pointer: 'sort',
      code: 'conflict',
      detail: 'updatedSince cannot be combined with sort. It returns the oldest changes first.',
      fix: 'Omit sort or updatedSince.',
    })
  const { type, status, artist, label, territory } = query
  const releasedFrom = parseDateFilter('releasedFrom', query.releasedFrom, problems)
  const releasedTo = parseDateFilter('releasedTo', query.releasedTo, problems)
  const updatedSince = query.updatedSince === undefined ? undefined : instantOf(query.updatedSince)
  const ids = query.ids === undefined ? undefined : parseIdList(query.ids, maxReleaseIds, problems)
  const codes = {
    q: query.query,
    ...parseUpcFilter(query.upc),
    ...(query.isrc === undefined ? {} : { isrc: parseIsrc(query.isrc) ?? '' }),
  }
  if (problems.length > 0) throw new AppError('invalid_parameter', { errors: problems })
  return {
    parts,
    order: updatedSince === undefined ? (query.sort ?? 'createdAt') : 'mirror',
    filters: {
      type,
      status,
      ...codes,
      artist,
      label,
      territory,
      releasedFrom,
      releasedTo,
      updatedSince,
      ids,
      state: pickStates(query),
    },
  }
}

/** A draft may have an invalid UPC: it is found as it was written. */
function parseUpcFilter(upc: string | undefined): Pick<CatalogFilters, 'upc' | 'gtin14'> {
  if (upc === undefined) return {}
  const gtin14 = parseGtin(upc)
  return gtin14 === undefined ? { upc } : { gtin14 }
}

function parseDateFilter(pointer: string, date: string | undefined, problems: FieldError[]): string | undefined {
  if (date === undefined || (isCalendarDate(date) && date >= '0001')) return date
  problems.push({ pointer, code: 'format', detail: `${date} is not a valid date.` })
  return undefined
}
