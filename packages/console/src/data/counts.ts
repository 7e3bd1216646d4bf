import type { ReleaseStatus, Summary } from '@spindle/client'
import type { DeliveryStateName } from '@spindle/contract'
import { pathOf } from '../routes.ts'
import type { CatalogFilters } from './queries/queries.ts'
import type { StoreEntry } from './queries/store-queries.ts'

/**
 * The numbers of pages that count releases, each with the filters of the catalog that list exactly these releases. A test
 * compares them on a hub (packages/server/test/releases/counts.test.ts).
 */
export interface Count {
  readonly releases: number
  readonly filters: CatalogFilters
}

/** The page of the catalog with the releases that match. */
export function catalogAddress(accountId: string, filters: CatalogFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return `${pathOf('catalog', { accountId })}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/** Statuses in which a person is waited for. */
export const answeredStatuses = ['changes_requested', 'rejected', 'delivery_failed'] as const

export const attentionCount = ({ attention }: Summary): Count => ({
  releases: attention.total,
  filters: { needsAttention: true },
})

/** Those with errors count as needing attention. */
export const unsentCount = ({ unsentChanges }: Summary): Count => ({
  releases: unsentChanges.total,
  filters: { hasUnsentChanges: true, hasErrors: false },
})

export const statusCount = ({ releases }: Summary, status: ReleaseStatus): Count => ({
  releases: releases.byStatus[status],
  filters: { status },
})

/** `drafts` of a summary are the ones without errors. */
export const faultyDraftCount = ({ releases, drafts }: Summary): Count => ({
  releases: Math.max(0, releases.byStatus.draft - drafts.total),
  filters: { status: 'draft', hasErrors: true },
})

const storeStates = {
  live: 'live',
  scheduled: 'scheduled',
  pending: 'pending',
  failed: 'failed',
  takenDown: 'taken_down',
} as const satisfies Readonly<Record<keyof StoreEntry['releases'], DeliveryStateName>>
/** A number that is counted for each store. */
export type StoreCountName = keyof typeof storeStates
export const storeCountNames = Object.keys(storeStates) as StoreCountName[]

export const storeCount = ({ outlet, releases }: StoreEntry, name: StoreCountName): Count => ({
  releases: releases[name],
  filters: { deliveredTo: outlet.id, deliveryState: storeStates[name] },
})

/** The releases that a store refused, or that failed there, for one reason. */
export const failureCount = (
  { outlet }: Pick<StoreEntry, 'outlet'>,
  { message, releases }: StoreEntry['failures'][number],
): Count => ({ releases, filters: { deliveredTo: outlet.id, deliveryReason: message } })
