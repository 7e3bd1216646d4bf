import type { Database, Sql } from '../../platform/database/sql.ts'

/** Properties belong to no account, so every statement here runs as the system. */

/** Notification between processes: the set has changed. */
export const propertiesChannel = 'properties'

export const listPropertyIds = async (system: Sql): Promise<readonly string[]> =>
  (await system.readRows<{ id: string }>('select id from properties order by id')).map(({ id }) => id)

/**
 * Notes that this process has tokens of these, forgets processes that have been silent for a minute, and makes the set
 * what all have together; notifies the other processes if that changed it.
 */
export const holdProperties = (database: Database, holder: string, ids: readonly string[]): Promise<void> =>
  database.transaction(async (trx) => {
    // Two that change at once would each still see what the other gives up.
    await trx.row(`select pg_advisory_xact_lock(hashtextextended('spindle properties', 7))`)
    await trx.execute(
      `insert into property_holders (id, property_ids) values ($1, $2::text[])
       on conflict (id) do update set property_ids = excluded.property_ids, seen_at = now()`,
      [holder, ids],
    )
    await trx.execute(`delete from property_holders where seen_at < now() - interval '1 minute'`)
    const held = `select distinct unnest(property_ids) from property_holders`
    const added = await trx.execute(`insert into properties (id) ${held} order by 1 on conflict do nothing`)
    const removed = await trx.execute(`delete from properties where id not in (${held})`)
    if (added + removed > 0) await trx.execute(`select pg_notify('${propertiesChannel}', '')`)
  })

/** This process no longer has tokens. Its properties stay known until another process reports its own. */
export const dropHolder = (system: Sql, holder: string): Promise<number> =>
  system.execute('delete from property_holders where id = $1', [holder])

/**
 * This process ends. Where others go on it stays for its minute: while it restarts, what they take in still goes to the
 * properties that only it has tokens of.
 */
export const dropLastHolder = (system: Sql, holder: string): Promise<number> =>
  system.execute(
    `delete from property_holders where id = $1
     and not exists (select from property_holders where id <> $1 and seen_at > now() - interval '1 minute')`,
    [holder],
  )

/** In id order, so that two nodes that write at once lock the rows in the same order. */
export async function saveVerified(sql: Sql, verified: ReadonlyMap<string, number>): Promise<void> {
  if (verified.size === 0) return
  const entries = [...verified].sort(([one], [other]) => (one < other ? -1 : 1))
  await sql.execute(
    `insert into property_verifications as known (property, verified_at)
     select property, to_timestamp(ms / 1000) from unnest($1::text[], $2::float8[]) as seen (property, ms)
     on conflict (property) do update set verified_at = greatest(known.verified_at, excluded.verified_at)`,
    [entries.map(([property]) => property), entries.map(([, ms]) => ms)],
  )
}

export const findVerified = async (sql: Sql, properties: readonly string[]): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    (
      await sql.readRows<{ property: string; verifiedAt: Date }>(
        `select property, verified_at as "verifiedAt" from property_verifications where property = any ($1::text[])`,
        [properties],
      )
    ).map(({ property, verifiedAt }) => [property, verifiedAt]),
  )

const keptDays = 30

export async function addRefusals(sql: Sql, count: number, lastAt: Date): Promise<void> {
  await sql.execute(
    `insert into refused_verifications as known (day, count, last_at)
     values (($2::timestamptz at time zone 'UTC')::date, $1, $2)
     on conflict (day) do update
       set count = known.count + excluded.count, last_at = greatest(known.last_at, excluded.last_at)`,
    [count, lastAt],
  )
  await sql.execute(
    `delete from refused_verifications where day < ($1::timestamptz at time zone 'UTC')::date - ${keptDays}`,
    [lastAt],
  )
}

export interface Refusals {
  readonly count: number
  readonly lastAt: Date | null
}

export async function countRefusals(sql: Sql, since: Date): Promise<Refusals> {
  const row = await sql.readRow<Refusals>(
    `select coalesce(sum(count), 0)::float8 as count, max(last_at) as "lastAt" from refused_verifications
     where day > ($1::timestamptz at time zone 'UTC')::date`,
    [since],
  )
  return row ?? { count: 0, lastAt: null }
}
