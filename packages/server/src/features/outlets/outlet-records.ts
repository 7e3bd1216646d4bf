import type { Feature } from '../../http/feature.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { decrypt, deriveKeys, encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import { resealTogether, type SealedValues } from '../../platform/secrets/reseal.ts'
import { OutletFailure } from './outlet.ts'
import {
  changeOutlet,
  deleteOutlet,
  findAddedOutlet,
  findOutletSecret,
  insertOutlet,
  listAddedOutlets,
  listServedSince,
  lockOutletSecrets,
  type NewOutletRow,
  type OutletRow,
  pauseOutlet,
  saveOutletSecret,
  takeBatch,
} from './outlet-queries.ts'

/** What can be changed of the stored outlets. */
export interface OutletChangesIn {
  /** False if the id is taken. The hub signs in with the secret, which is stored sealed and never listed. */
  add(outlet: Omit<NewOutletRow, 'secret'>, secret?: string): Promise<boolean>
  /** False for an unknown outlet. With a reason if the hub pauses it by itself. */
  pause(id: string, isPaused: boolean, reason?: string): Promise<boolean>
  /** Replaces the settings that are given, and the secret if there is one. False for an unknown outlet. */
  change(id: string, settings: object, secret?: string): Promise<boolean>
  /** False for an unknown outlet. The caller has made sure that nothing is at the outlet any more. */
  remove(id: string): Promise<boolean>
}

/** The stored outlets that the operator added. Each change alone is one transaction. */
export interface OutletRecords extends Feature, Omit<OutletChangesIn, 'remove'> {
  /** The same changes as a part of a transaction. */
  within(trx: Transaction): OutletChangesIn
  /** Undefined for an outlet that no operator added. */
  find(id: string): Promise<(OutletRow & { readonly hasSecret: boolean }) | undefined>
  /** For deliveries: also whether it is paused now. Rejects if another hub sealed the secret. */
  openSecret(id: string): Promise<{ readonly secret: string | undefined; readonly isPaused: boolean } | undefined>
  listAdded(): Promise<readonly OutletRow[]>
  /** Their secrets as they are stored. */
  readonly sealed: SealedValues
  /** A time for a batch of the outlet, later than that of every earlier batch. */
  takeBatch(id: string, nowMs: number): Promise<number | undefined>
  /** Ids of outlets that have had a batch since then and are not paused. */
  listServedSince(sinceMs: number): Promise<readonly string[]>
}

export interface OutletRecordsOptions {
  readonly database: Database
  /** The hub's. */
  readonly secrets: Keys
}

export function openOutletRecords({ database, secrets }: OutletRecordsOptions): OutletRecords {
  const sealingKeys = deriveKeys(secrets, 'outlet secrets')
  const seal = (secret: string | undefined) => (secret === undefined ? null : encrypt(sealingKeys, secret))
  const within = (trx: Transaction): OutletChangesIn => ({
    add: (outlet, secret) => insertOutlet(trx, { ...outlet, secret: seal(secret) }),
    change: (id, settings, secret) => changeOutlet(trx, id, { settings, secret: seal(secret) }),
    pause: (id, isPaused, reason) => pauseOutlet(trx, id, { isPaused, reason: reason ?? null }),
    remove: (id) => deleteOutlet(trx, id),
  })
  return {
    within,
    add: (...outlet) => database.transaction((trx) => within(trx).add(...outlet)),
    change: (...changed) => database.transaction((trx) => within(trx).change(...changed)),
    pause: (...paused) => database.transaction((trx) => within(trx).pause(...paused)),
    find: (id) => findAddedOutlet(database.system, id),
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
