import type { CatalogItem, ReleaseSort, ReleaseStatus } from '@spindle/client'
import type { DeliveryStateName } from '@spindle/contract'
import { deliveryStates, releaseSorts, releaseStatuses, releaseTypes } from '@spindle/contract/vocabulary'

export interface Filters {
  readonly query: string | undefined
  readonly status: ReleaseStatus | undefined
  readonly type: CatalogItem['type'] | undefined
  readonly deliveredTo: string | undefined
  readonly deliveryState: DeliveryStateName | undefined
  readonly deliveryReason: string | undefined
  readonly hasErrors: boolean | undefined
  readonly hasUnsentChanges: boolean | undefined
  readonly needsAttention: boolean | undefined
  readonly releasedFrom: string | undefined
  readonly releasedTo: string | undefined
  readonly sort: ReleaseSort | undefined
}

export type FilterName = Exclude<keyof Filters, 'sort'>

export const filterNames: readonly FilterName[] = [
  ...(['query', 'status', 'type', 'deliveredTo', 'deliveryState', 'deliveryReason'] as const),
  ...(['hasErrors', 'hasUnsentChanges', 'needsAttention', 'releasedFrom', 'releasedTo'] as const),
]

/** The filters of an address. What the hub would refuse is left out. */
export function readFilters(search: URLSearchParams): Filters {
  const read = (name: string): string | undefined => search.get(name) || undefined
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === read(name))
  const date = (name: string): string | undefined =>
    /^\d{4}-\d\d-\d\d$/.test(read(name) ?? '') ? read(name) : undefined
  const truth = (name: string): boolean | undefined => {
    const value = one(name, ['true', 'false'])
    return value === undefined ? undefined : value === 'true'
  }
  return {
    query: read('query')?.slice(0, 200),
    status: one('status', releaseStatuses),
    type: one('type', releaseTypes),
    deliveredTo: read('deliveredTo')?.slice(0, 64),
    deliveryState: one('deliveryState', deliveryStates),
    deliveryReason: read('deliveryReason')?.slice(0, 1000),
    hasErrors: truth('hasErrors'),
    hasUnsentChanges: truth('hasUnsentChanges'),
    needsAttention: truth('needsAttention'),
    releasedFrom: date('releasedFrom'),
    releasedTo: date('releasedTo'),
    sort: one('sort', releaseSorts),
  }
}
