import type { Database, Sql, Transaction } from '../../platform/database/sql.ts'

/** Outlets belong to no account, so every statement here runs as the system. */

/** Notification between processes: the set has changed. */
export const outletsChannel = 'outlets'

export const listSwitchedOutlets = async (system: Sql): Promise<readonly string[]> =>
  (await system.readRows<{ id: string }>('select id from switched_outlets order by id')).map(({ id }) => id)

/** Makes the set exactly this one and notifies the other processes if that changed it. */
export const replaceSwitchedOutlets = (database: Database, ids: readonly string[]): Promise<void> =>
  database.transaction(async (trx) => {
    const added = await trx.execute(
      'insert into switched_outlets (id) select unnest($1::text[]) on conflict do nothing',
      [ids],
    )
    const removed = await trx.execute('delete from switched_outlets where id <> all ($1::text[])', [ids])
    if (added + removed > 0) await trx.execute(`select pg_notify('${outletsChannel}', '')`)
  })

/** An outlet that the operator has added. */
export interface OutletRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly settings: unknown
  readonly isPaused: boolean
  /** Why the hub paused it; null when the operator did. */
  readonly pausedReason: string | null
}

export interface NewOutletRow extends Omit<OutletRow, 'isPaused' | 'pausedReason'> {
  /** Nothing is sent to it until it is resumed. */
  readonly isPaused?: boolean
  /** Sealed; null when none is needed. */
  readonly secret: Buffer | null
}

export const listAddedOutlets = (system: Sql): Promise<OutletRow[]> =>
  system.readRows(
    `select id, kind, name, settings, paused_at is not null as "isPaused", paused_reason as "pausedReason"
     from outlets order by id`,
  )

/** Whether there is a secret is known without reading it. */
export const findAddedOutlet = (
  system: Sql,
  id: string,
): Promise<(OutletRow & { readonly hasSecret: boolean }) | undefined> =>
  system.readRow(
    `select id, kind, name, settings, paused_at is not null as "isPaused", paused_reason as "pausedReason",
            secret is not null as "hasSecret"
     from outlets where id = $1`,
    [id],
  )

/** Tells the other processes if the statement changed something. */
async function changeAndTell(trx: Transaction, ...statement: Parameters<Sql['execute']>): Promise<boolean> {
  const changed = await trx.execute(...statement)
  if (changed > 0) await trx.execute(`select pg_notify('${outletsChannel}', '')`)
  return changed > 0
}

/** False when there is one of this id already. */
export const insertOutlet = (trx: Transaction, row: NewOutletRow): Promise<boolean> =>
  changeAndTell(
    trx,
    `insert into outlets (id, kind, name, settings, secret, paused_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end) on conflict do nothing`,
    [row.id, row.kind, row.name, JSON.stringify(row.settings), row.secret, row.isPaused ?? false],
  )

/** False for an unknown id. */
export const pauseOutlet = (
  trx: Transaction,
  id: string,
  { isPaused, reason }: { readonly isPaused: boolean; readonly reason: string | null },
): Promise<boolean> =>
  changeAndTell(
    trx,
    `update outlets set paused_at = case when $2 then coalesce(paused_at, now()) end,
                        paused_reason = case when $2 then left($3, 500) end where id = $1`,
    [id, isPaused, reason],
  )

/** False for an unknown id. */
export const deleteOutlet = (trx: Transaction, id: string): Promise<boolean> =>
  changeAndTell(trx, 'delete from outlets where id = $1', [id])

export const findOutletSecret = (
  system: Sql,
  id: string,
): Promise<{ readonly secret: Buffer | null; readonly isPaused: boolean } | undefined> =>
  system.readRow('select secret, paused_at is not null as "isPaused" from outlets where id = $1', [id])

/** Those that have one, until the transaction ends. */
export const lockOutletSecrets = (trx: Transaction): Promise<{ readonly id: string; readonly sealed: Buffer }[]> =>
  trx.rows('select id, secret as sealed from outlets where secret is not null order by id for no key update')

export async function saveOutletSecret(
  trx: Transaction,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): Promise<void> {
  await trx.execute('update outlets set secret = $2 where id = $1', [id, sealed])
}

/** Settings are replaced one by one, and removed if they are null; a secret that is null stays. False for an unknown id. */
export const changeOutlet = (
  trx: Transaction,
  id: string,
  { settings, secret }: { readonly settings: object; readonly secret: Buffer | null },
): Promise<boolean> =>
  changeAndTell(
    trx,
    'update outlets set settings = jsonb_strip_nulls(settings || $2::jsonb), secret = coalesce($3, secret) where id = $1',
    [id, JSON.stringify(settings), secret],
  )

/** A time, in milliseconds since 1970, that no batch of the outlet had before; undefined for no outlet of ours. */
export async function takeBatch(system: Sql, id: string, nowMs: number): Promise<number | undefined> {
  const row = await system.row<{ batch: string }>(
    'update outlets set last_batch = greatest(last_batch + 1, $2) where id = $1 returning last_batch::text as batch',
    [id, nowMs],
  )
  return row && Number(row.batch)
}

/** Paused ones left out. A batch is the time at which it was begun, or a moment later. */
export const listServedSince = async (system: Sql, sinceMs: number): Promise<readonly string[]> =>
  (
    await system.readRows<{ id: string }>(
      'select id from outlets where last_batch >= $1 and paused_at is null order by id',
      [sinceMs],
    )
  ).map(({ id }) => id)
