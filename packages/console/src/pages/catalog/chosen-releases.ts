import type { NewBulk } from '@spindle/client'
import type { Filters } from './read-filters.ts'

/** The releases of a job: those that are chosen one by one, or all that match the filters of the list. */
export interface ChosenReleases {
  readonly count: number
  readonly target: Pick<NewBulk, 'ids' | 'filters' | 'expectedCount'>
}

export const chooseIds = (ids: readonly string[]): ChosenReleases => ({
  count: ids.length,
  target: { ids: ids as NonNullable<NewBulk['ids']> },
})

/** The hub refuses the job if another number of releases matches by then. */
export const chooseMatching = ({ sort: _, ...filters }: Filters, total: number): ChosenReleases => ({
  count: total,
  target: { filters: withoutUndefined(filters), expectedCount: total },
})

/** What one job takes. */
export const maxChosen = 10_000

const withoutUndefined = (filters: object): NonNullable<NewBulk['filters']> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
