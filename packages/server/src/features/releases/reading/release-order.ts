import type { ReleaseSort } from '@spindle/contract'
import type { SqlValue } from '../../../platform/database/sql.ts'

/**
 * The orders of lists of releases `r`. Each ends with the id, so that a place in it is exact, and has an index that
 * begins with the account.
 */
export interface ReleaseOrder {
  /** The columns for `order by`. */
  readonly text: string
  /** SQL of the position of a row, as in a cursor. */
  readonly position: string
  /** SQL that is true after a position; `bind` returns the placeholder of a value. */
  behind(position: string, bind: (value: SqlValue) => string): string
}

/** `updatedSince` of the catalog has a separate order: later changes come at the end. */
export type OrderName = ReleaseSort | 'mirror'

const idLength = 30

const ordered = (column: string, type: string, direction: 'asc' | 'desc'): ReleaseOrder => ({
  text: `${column} ${direction}, r.id ${direction}`,
  position: `r.id || ${column}::text`,
  behind: (position, bind) =>
    `(${column}, r.id) ${direction === 'asc' ? '>' : '<'} (${bind(position.slice(idLength))}::${type}, ${bind(position.slice(0, idLength))})`,
})

export const releaseOrders: Readonly<Record<OrderName, ReleaseOrder>> = {
  createdAt: {
    text: 'r.id desc',
    position: 'r.id',
    behind: (position, bind) => `r.id < ${bind(position)}`,
  },
  title: ordered('r.sort_title', 'text', 'asc'),
  releaseDate: ordered('r.sort_date', 'date', 'desc'),
  updatedAt: ordered('r.updated_at', 'timestamptz', 'desc'),
  mirror: ordered('r.updated_at', 'timestamptz', 'asc'),
}
