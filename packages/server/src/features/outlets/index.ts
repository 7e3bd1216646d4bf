import type { Feature } from '../../http/feature.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Outlet, OutletAdapter, OutletKind } from './outlet.ts'
import { propertyOutlet } from './property-outlet.ts'
import { bindOutlets } from './routes.ts'
import { sandboxAdapter } from './sandbox-outlet.ts'
import { listSwitchedOutlets, outletsChannel, replaceSwitchedOutlets } from './store.ts'

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
  type DeliveryMessage,
  type DeliveryOutcome,
  type Outlet,
  type OutletAdapter,
  OutletFailure,
  type OutletKind,
  type OutletReason,
  type RetryPolicy,
  retryPauseMs,
} from './outlet.ts'

/** Where releases can go: every property with a token, and the sandbox where it is switched on. */
export interface OutletsFeature extends Feature {
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
  let hasSandbox = sandboxOutlet
  const learn = async (): Promise<void> => {
    hasSandbox = sandboxOutlet || (await listSwitchedOutlets(database.system)).includes(sandbox.id)
  }
  if (follows) notifications.on(outletsChannel, () => void learn().catch(() => {}))
  const registry = new Map([propertyOutlet, sandboxAdapter(), ...adapters].map((adapter) => [adapter.kind, adapter]))
  const list = (): readonly Outlet[] => {
    const own = [...new Set(properties())].map((id): Outlet => ({ id, name: id, kind: 'property' }))
    return hasSandbox ? [...own, sandbox] : own
  }
  return {
    list,
    kinds: [...registry.keys()],
    adapterOf: (kind) => registry.get(kind),
    learn,
    bind: (http) => bindOutlets(http, list),
    start: () => (follows ? learn() : replaceSwitchedOutlets(database, sandboxOutlet ? [sandbox.id] : [])),
  }
}
