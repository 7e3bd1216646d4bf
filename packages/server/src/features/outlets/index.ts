import type { Feature } from '../../http/feature.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import type { Database } from '../../platform/database/sql.ts'
import { decrypt, deriveKeys, encrypt, type Keys } from '../../platform/encryption.ts'
import { resealTogether, type SealedValues } from '../../platform/reseal.ts'
import { type Outlet, type OutletAdapter, OutletFailure, type OutletKind } from './outlet.ts'
import { propertyOutlet } from './property-outlet.ts'
import { bindOutlets } from './routes.ts'
import { sandboxAdapter } from './sandbox-outlet.ts'
import {
  changeOutlet,
  findOutletSecret,
  insertOutlet,
  listAddedOutlets,
  listServedSince,
  listSwitchedOutlets,
  lockOutletSecrets,
  type NewOutletRow,
  type OutletRow,
  outletsChannel,
  pauseOutlet,
  replaceSwitchedOutlets,
  saveOutletSecret,
  takeBatch,
} from './store.ts'

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
  type LiveOn,
  liveOnWords,
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
export { requireOutlet } from './require-outlet.ts'
export type { OutletRow } from './store.ts'

/**
 * Where releases can go: every property with a token, the sandbox where it is switched on, and what the operator added.
 */
export interface OutletsFeature extends Feature {
  list(): readonly Outlet[]
  /** The kinds of outlets the hub has code for. */
  readonly kinds: readonly OutletKind[]
  adapterOf(kind: OutletKind): OutletAdapter | undefined
  /** False where the id is taken. The secret is what the hub signs in with; it is stored sealed and never listed. */
  add(outlet: Omit<NewOutletRow, 'secret'>, secret?: string): Promise<boolean>
  /** False for an unknown outlet or one that was not added. With a reason when the hub does it by itself. */
  pause(id: string, isPaused: boolean, reason?: string): Promise<boolean>
  /** Replaces the settings that are given, and the secret if there is one. False for an unknown outlet. */
  change(id: string, settings: object, secret?: string): Promise<boolean>
  /** For who delivers: also whether it is paused right now. Rejects when the secret was sealed by another hub. */
  openSecret(id: string): Promise<{ readonly secret: string | undefined; readonly isPaused: boolean } | undefined>
  listAdded(): Promise<readonly OutletRow[]>
  /** The secrets of outlets as they are stored. */
  readonly sealed: SealedValues
  /** A time for a batch of the outlet, later than of any batch before. */
  takeBatch(id: string, nowMs: number): Promise<number | undefined>
  /** Ids of those that have had a batch since, and are not paused. */
  listServedSince(sinceMs: number): Promise<readonly string[]>
  /** Reads which outlets the processes that answer requests have, for one that `follows` them. */
  learn(): Promise<void>
}

export interface OutletsOptions {
  /** The properties that have a token right now. */
  readonly properties: () => readonly string[]
  readonly sandboxOutlet: boolean
  readonly database: Database
  /** The hub's. */
  readonly secrets: Keys
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
  const sealingKeys = deriveKeys(options.secrets, 'outlet secrets')
  const seal = (secret: string | undefined) => (secret === undefined ? null : encrypt(sealingKeys, secret))
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
    list,
    kinds: [...registry.keys()],
    adapterOf: (kind) => registry.get(kind),
    learn,
    bind: (http) => bindOutlets(http, { list, adapterOf: (kind) => registry.get(kind) }),
    add: (outlet, secret) => insertOutlet(database, { ...outlet, secret: seal(secret) }),
    change: (id, settings, secret) => changeOutlet(database, id, { settings, secret: seal(secret) }),
    pause: (id, isPaused, reason) => pauseOutlet(database, id, { isPaused, reason: reason ?? null }),
    openSecret: async (id) => openSecret(sealingKeys, await findOutletSecret(database.system, id)),
    listAdded: () => listAddedOutlets(database.system),
    sealed: resealTogether(database, sealingKeys, {
      name: 'secrets of outlets',
      remedy: 'give each outlet its sign-in again: outlets sign-in',
      lock: lockOutletSecrets,
      save: saveOutletSecret,
    }),
    takeBatch: (id, nowMs) => takeBatch(database.system, id, nowMs),
    listServedSince: (sinceMs) => listServedSince(database.system, sinceMs),
    async start() {
      if (!follows) await replaceSwitchedOutlets(database, sandboxOutlet ? [sandbox.id] : [])
      await learn()
    },
  }
}

function openSecret(sealingKeys: Keys, row: Awaited<ReturnType<typeof findOutletSecret>>) {
  if (!row) return undefined
  try {
    return { isPaused: row.isPaused, secret: row.secret ? decrypt(sealingKeys, row.secret) : undefined }
  } catch {
    throw new OutletFailure(
      'outlet_secret_unreadable',
      'What the hub signs in with was sealed under another SPINDLE_SECRET. The operator has to give it again.',
    )
  }
}
