import type { Database, Sql } from '../../platform/database/sql.ts'

/** Properties belong to no account, so every statement here runs as the system. */

/** Processes tell each other that the set has changed. */
export const propertiesChannel = 'properties'

export const listPropertyIds = async (system: Sql): Promise<readonly string[]> =>
  (await system.rows<{ id: string }>('select id from properties order by id')).map(({ id }) => id)

/** Makes the set exactly this one and tells the other processes if that changed it. */
export const replaceProperties = (database: Database, ids: readonly string[]): Promise<void> =>
  database.transaction(async (trx) => {
    const added = await trx.execute(
      `insert into properties (id) select distinct unnest($1::text[]) order by 1 on conflict do nothing`,
      [ids],
    )
    const removed = await trx.execute(`delete from properties where id <> all ($1::text[])`, [ids])
    if (added + removed > 0) await trx.execute(`select pg_notify('${propertiesChannel}', '')`)
  })

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
      await sql.rows<{ property: string; verifiedAt: Date }>(
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
  const row = await sql.row<Refusals>(
    `select coalesce(sum(count), 0)::float8 as count, max(last_at) as "lastAt" from refused_verifications
     where day > ($1::timestamptz at time zone 'UTC')::date`,
    [since],
  )
  return row ?? { count: 0, lastAt: null }
}
