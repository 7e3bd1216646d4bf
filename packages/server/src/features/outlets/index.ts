import type { Config } from '../../config/config.ts'
import type { Feature, ProcessRole } from '../../http/feature.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Outlet, OutletAdapter, OutletKind } from './outlet.ts'
import {
  listAddedOutlets,
  listSwitchedOutlets,
  type OutletRow,
  outletsChannel,
  replaceSwitchedOutlets,
} from './outlet-queries.ts'
import { type OutletRecords, openOutletRecords } from './outlet-records.ts'
import { propertyOutlet } from './property-outlet.ts'
import { bindOutlets } from './routes.ts'
import { sandboxAdapter } from './sandbox-outlet.ts'

export {
  type DeliveryState,
  type DeliveryTrigger,
  deliverySummary,
  deliveryTransition,
  releaseStatusAfter,
  supplyChainStatus,
} from './delivery-states.ts'
export {
  type DeliveredTrack,
  type DeliveryAccess,
  type DeliveryMessage,
  type DeliveryOutcome,
  type LaterAnswer,
  type Outlet,
  type OutletAdapter,
  OutletFailure,
  type OutletKind,
  type OutletReason,
  type RetryPolicy,
  retryPauseMs,
  type TakedownNotice,
  type TakedownOutcome,
  type Told,
} from './outlet.ts'
export { outletPage } from './outlet-page.ts'
export type { OutletRow } from './outlet-queries.ts'
export type { OutletChangesIn, OutletRecords } from './outlet-records.ts'
export { requireOutlet } from './require-outlet.ts'
export { outletToApi } from './to-api.ts'

/**
 * Where releases can go: every property with a token, the sandbox where it is switched on, and what the operator added.
 */
export interface OutletsFeature extends Feature, Omit<OutletRecords, keyof Feature> {
  list(): readonly Outlet[]
  /** The kinds of outlets the hub has code for. */
  readonly kinds: readonly OutletKind[]
  adapterOf(kind: OutletKind): OutletAdapter | undefined
  /** Reads which outlets the processes that answer requests have, for one that `follows` them. */
  learn(): Promise<void>
}

export interface OutletsOptions {
  /** The properties that have a token right now. */
  readonly properties: () => readonly string[]
  readonly sandboxOutlet: boolean
  readonly database: Database
  readonly outletRecords: OutletRecords
  readonly notifications: Pick<Notifications, 'on'>
  /**
   * True for workers and the operator's commands: what they submit goes where the processes that answer requests send
   * it. Their own environment may lack what those were started with.
   */
  readonly follows: boolean
  readonly adapters?: readonly OutletAdapter[] | undefined
}

/** Its id is one that the configuration refuses for a property. */
const sandbox: Outlet = { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' }

export function outletsFeature(options: OutletsOptions): OutletsFeature {
  const { properties, sandboxOutlet, database, notifications, follows, adapters = [] } = options
  const { sealed: _, ...records } = options.outletRecords
  let hasSandbox = sandboxOutlet
  let added: readonly OutletRow[] = []
  const learn = async (): Promise<void> => {
    added = await listAddedOutlets(database.system)
    if (follows) hasSandbox = sandboxOutlet || (await listSwitchedOutlets(database.system)).includes(sandbox.id)
  }
  notifications.on(outletsChannel, () => void learn().catch(() => {}))
  const registry = new Map([propertyOutlet, sandboxAdapter(), ...adapters].map((adapter) => [adapter.kind, adapter]))
  const list = (): readonly Outlet[] => {
    const own = [...new Set(properties())].map((id): Outlet => ({ id, name: id, kind: 'property' }))
    return [...own, ...(hasSandbox ? [sandbox] : []), ...added]
  }
  return {
    ...records,
    list,
    kinds: [...registry.keys()],
    adapterOf: (kind) => registry.get(kind),
    learn,
    bind: (http) => bindOutlets(http, { list, adapterOf: (kind) => registry.get(kind) }),
    async start() {
      if (!follows) await replaceSwitchedOutlets(database, sandboxOutlet ? [sandbox.id] : [])
      await learn()
    },
  }
}

/** By itself for adapters, which outlets need: an adapter signs in with what the operator stored. */
export const outletRecords = defineFeature({
  name: 'outletRecords',
  needs: ['database', 'secrets'],
  make: openOutletRecords,
})

export interface OutletsNeeds extends Pick<OutletsOptions, 'database' | 'notifications' | 'outletRecords'> {
  readonly config: Pick<Config, 'sandboxOutlet'>
  readonly role: ProcessRole
  readonly integration: Pick<OutletsOptions, 'properties'>
  readonly storeAdapters: { readonly adapters: readonly OutletAdapter[] }
  /** In place of the hub's own for the same kind of outlet. */
  readonly outletAdapters?: readonly OutletAdapter[] | undefined
}

export const outlets = defineFeature({
  name: 'outlets',
  needs: [
    'config',
    'role',
    'database',
    'notifications',
    'integration',
    'outletRecords',
    'storeAdapters',
    'outletAdapters',
  ],
  make: ({ config, role, integration, storeAdapters, outletAdapters = [], ...options }: OutletsNeeds) =>
    outletsFeature({
      ...options,
      sandboxOutlet: config.sandboxOutlet,
      follows: role === 'worker' || role === 'operator',
      properties: integration.properties,
      adapters: [...storeAdapters.adapters, ...outletAdapters],
    }),
})
