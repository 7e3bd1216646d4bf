import { UsageError } from '@spindle/command-line'
import type { BulkFilters, NewBulk } from '@spindle/contract'

/** The releases that options choose. Throws `UsageError` if there are none, or two ways at once. */

/** Options that were not given are undefined. */
type Filters = { readonly [Name in keyof BulkFilters]?: BulkFilters[Name] | undefined }

/** The options that choose releases. */
export interface Selection extends Filters {
  readonly ids: readonly string[] | undefined
  readonly all: boolean
}

/** One of the two members of the request. */
export function selectReleases({ ids, all, ...given }: Selection): Pick<NewBulk, 'ids' | 'filters'> {
  const filters = pickFilters(given)
  const hasFilters = Object.keys(filters).length > 0
  if ([ids !== undefined, hasFilters, all].filter(Boolean).length > 1)
    throw new UsageError('Releases are chosen in several ways', 'Use either --ids, or filters, or --all.')
  if (ids !== undefined) return { ids: ids as `rel_${string}`[] }
  if (hasFilters || all) return { filters }
  throw new UsageError('No releases are chosen', 'Use --ids, a filter such as --label, or --all.')
}

const pickFilters = (given: Filters): BulkFilters =>
  Object.fromEntries(filterNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))

const filterNames = [
  ...(['query', 'type', 'status', 'upc', 'isrc', 'artist', 'label', 'territory', 'deliveredTo'] as const),
  ...(['deliveryState', 'deliveryReason', 'hasErrors', 'hasUnsentChanges', 'needsAttention'] as const),
  ...(['releasedFrom', 'releasedTo'] as const),
] satisfies readonly (keyof BulkFilters)[]
