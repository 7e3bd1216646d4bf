import type { Sql, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { keyColumnsOf, type Rollup, rollups } from './choose-rollup.ts'
import type { KeptMonths } from './split-range.ts'

/** Which months are added up, and adding up the next one. */

/** Before every play, and a day that the calendar has. */
export const firstMonth = '0001-01-01'

export const findKeptMonths = (tenant: Tenant): Promise<KeptMonths | undefined> =>
  tenant.readRow(
    `select first_month::text as first, last_month::text as last from play_month_spans
     where account_id = $1 and first_month <= last_month`,
  )

/** Accounts with plays for which a month up to `last` is not added up. */
export const listAccountsWithOpenMonths = async (sql: Sql, last: string): Promise<AccountId[]> =>
  (
    await sql.readRows<{ accountId: AccountId }>(
      `select distinct s.account_id as "accountId"
       from play_sources s left join play_month_spans k on k.account_id = s.account_id
       where k.account_id is null or k.last_month < $1 or k.first_month > $2
       order by 1`,
      [last, firstMonth],
    )
  ).map(({ accountId }) => accountId)

export interface MonthSpan extends KeptMonths {
  /** The month of the first play; null without plays. */
  readonly oldest: string | null
}

/** With `last`, where nothing is added up yet. */
export async function findMonthSpan(trx: TenantTransaction, last: string): Promise<MonthSpan> {
  const row = await trx.readRow<MonthSpan>(
    `select coalesce(k.first_month, ($2::date + interval '1 month')::date)::text as first,
            coalesce(k.last_month, $2::date)::text as last,
            (select date_trunc('month', min(day)::timestamp)::date::text from play_territory_days where account_id = $1) as oldest
     from (select) one left join play_month_spans k on k.account_id = $1`,
    [last],
  )
  if (!row) throw new Error('a left join of one row has a row')
  return row
}

export async function saveMonthSpan(trx: TenantTransaction, { first, last }: KeptMonths): Promise<void> {
  await trx.execute(
    `insert into play_month_spans (account_id, first_month, last_month) values ($1, $2, $3)
     on conflict (account_id) do update set first_month = excluded.first_month, last_month = excluded.last_month`,
    [first, last],
  )
}

/** Adds a month up that has no cells yet. */
export async function addMonthUp(trx: TenantTransaction, month: string): Promise<void> {
  for (const rollup of Object.values(rollups)) await trx.execute(addUpText(rollup), [month])
}

const addUpText = (rollup: Rollup): string => {
  const key = keyColumnsOf(rollup).join(', ')
  return `insert into ${rollup.months} (account_id, month, ${key}, streams, timed, played_ms)
    select account_id, $2::date, ${key}, sum(streams), sum(timed), sum(played_ms) from ${rollup.days}
    where account_id = $1 and day >= $2::date and day < $2::date + interval '1 month'
    group by account_id, ${key}`
}
