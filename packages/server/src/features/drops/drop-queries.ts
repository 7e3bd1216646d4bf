import type { Sql, Tenant, Transaction } from '../../platform/database/sql.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { DropKind, DropSettings } from './drop.ts'

/** Drops, which the operator makes for accounts and names across them. */

export interface DropRow {
  readonly accountId: AccountId
  readonly id: string
  readonly kind: DropKind
  readonly settings: DropSettings
  readonly isPaused: boolean
  /** Why the hub paused it; null when the operator did. */
  readonly pausedReason: string | null
  readonly lookedAt: Date | null
  /** What the last look ended with. */
  readonly problem: string | null
}

const columns = `account_id as "accountId", id, kind, settings, paused_at is not null as "isPaused",
  paused_reason as "pausedReason", looked_at as "lookedAt", problem`

export interface NewDropRow extends Pick<DropRow, 'accountId' | 'id' | 'kind' | 'settings'> {
  /** Sealed; null when none is needed. */
  readonly secret: Buffer | null
}

/** False where a drop of any account has this id. */
export async function insertDrop(trx: Transaction, row: NewDropRow): Promise<boolean> {
  // No key says that: keys have the account in them.
  await trx.execute(`select pg_advisory_xact_lock(hashtextextended('names of drops', 0))`)
  const inserted = await trx.execute(
    `insert into drops (account_id, id, kind, settings, secret)
     select $1, $2, $3, $4, $5 where not exists (select from drops where id = $2)`,
    [row.accountId, row.id, row.kind, JSON.stringify(row.settings), row.secret],
  )
  return inserted > 0
}

export const listDropRows = (system: Sql): Promise<DropRow[]> =>
  system.readRows(`select ${columns} from drops order by id`)

export const findDrop = (
  tenant: Tenant,
  id: string,
): Promise<(DropRow & { readonly secret: Buffer | null }) | undefined> =>
  tenant.readRow(`select ${columns}, secret from drops where account_id = $1 and id = $2`, [id])

export const setPaused = async (
  tenant: Tenant,
  id: string,
  { isPaused, reason }: { readonly isPaused: boolean; readonly reason: string | null },
): Promise<boolean> =>
  (await tenant.execute(
    `update drops set paused_at = case when $3 then coalesce(paused_at, now()) end,
                      paused_reason = case when $3 then left($4, 500) end where account_id = $1 and id = $2`,
    [id, isPaused, reason],
  )) > 0

/** Settings are replaced one by one; a secret that is null stays. */
export const changeDrop = async (
  tenant: Tenant,
  id: string,
  { settings, secret }: { readonly settings: object; readonly secret: Buffer | null },
): Promise<boolean> =>
  (await tenant.execute(
    `update drops set settings = settings || $3::jsonb, secret = coalesce($4, secret) where account_id = $1 and id = $2`,
    [id, JSON.stringify(settings), secret],
  )) > 0

/** With all that is known of its packages. What was imported stays. */
export const deleteDrop = async (tenant: Tenant, id: string): Promise<boolean> =>
  (await tenant.execute('delete from drops where account_id = $1 and id = $2', [id])) > 0

export interface Look {
  readonly at: Date
  readonly nextAt: Date
  readonly problem: string | null
}

/** False when the drop is gone or paused: it is no longer polled. */
export const saveLook = async (trx: Tenant, id: string, { at, nextAt, problem }: Look): Promise<boolean> =>
  (await trx.execute(
    `update drops set looked_at = $3, next_look_at = $4, problem = left($5, 500)
     where account_id = $1 and id = $2 and paused_at is null`,
    [id, at, nextAt, problem],
  )) > 0

/** Drops whose poll did not happen, for whatever reason. */
export const listOverdueDrops = (system: Sql, dueBefore: Date): Promise<Pick<DropRow, 'accountId' | 'id'>[]> =>
  system.readRows(
    `select account_id as "accountId", id from drops where paused_at is null and next_look_at < $1 order by id`,
    [dueBefore],
  )

/** Those that have one, until the transaction ends. */
export const lockDropSecrets = (trx: Transaction): Promise<{ readonly id: string; readonly sealed: Buffer }[]> =>
  trx.rows('select id, secret as sealed from drops where secret is not null order by id for no key update')

export async function saveDropSecret(
  trx: Transaction,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): Promise<void> {
  await trx.execute('update drops set secret = $2 where id = $1', [id, sealed])
}

/** For a command that names a drop without its account. */
export const findAccountOfDrop = async (system: Sql, id: string): Promise<AccountId | undefined> =>
  (
    await system.readRow<{ accountId: AccountId }>(
      'select account_id as "accountId" from drops where id = $1 order by account_id',
      [id],
    )
  )?.accountId
