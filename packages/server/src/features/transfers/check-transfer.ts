import { AppError, type FieldError, isCalendarDate, limits } from '@spindle/contract'
import type { Outlet } from '../outlets/index.ts'

/** What transfers are checked for beyond its schema. Throws `validation_failed`. */

const refuse = (error: FieldError): AppError => new AppError('validation_failed', { errors: [error] })

export function decodeTable(table: string): Buffer {
  const content = Buffer.from(table, 'base64')
  if (content.length <= limits.maxTableBytes) return content
  throw refuse({
    pointer: '/table',
    code: 'table_too_large',
    detail: `The table has more than ${limits.maxTableBytes} bytes.`,
    fix: 'Make several transfers, each with a part of the table.',
  })
}

/** The schema accepts days that do not exist, such as 31 February. */
export function requireDay(deadline: string): string {
  if (isCalendarDate(deadline)) return deadline
  throw refuse({
    pointer: '/deadline',
    code: 'format',
    detail: `${deadline} is not a valid date.`,
    fix: 'Use YYYY-MM-DD, for example 2026-12-11.',
  })
}

/** By default the stores: the websites of a label never had its releases from a distributor. */
export function chooseOutlets(known: readonly Outlet[], wanted: readonly string[] | undefined): readonly string[] {
  const ids = new Set(known.map(({ id }) => id))
  for (const [index, id] of (wanted ?? []).entries())
    if (!ids.has(id))
      throw refuse({
        pointer: `/outlets/${index}`,
        code: 'outlet_unknown',
        detail: `The hub has no outlet "${id}".`,
        fix: 'List the outlets to find the id.',
      })
  const chosen = wanted ?? known.filter(({ kind }) => kind !== 'property').map(({ id }) => id)
  if (chosen.length > 0 && chosen.length <= 100) return chosen
  throw refuse({
    pointer: '/outlets',
    code: 'outlets_needed',
    detail: `The hub has ${chosen.length} stores. A transfer has 1 to 100.`,
    fix: chosen.length === 0 ? 'Ask the operator to add a store, or name outlets.' : 'Name the stores in `outlets`.',
  })
}
