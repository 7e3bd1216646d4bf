import { maxOutletCauses, maxStoreFailures, type OutletCause, type StoreItem } from '@spindle/contract/console'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import type { Sql, Tenant } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { deliveryState, isOver } from '../deliveries/delivery-state.ts'

/** What happened to deliveries at outlets, each question one statement for all outlets of a page. */

export interface StoreFigures extends Pick<StoreItem, 'releases' | 'failures' | 'otherFailures'> {
  readonly outletId: string
}

/** Of one account. Its outlets without any delivery are left out. */
export const findStoreFigures = (sql: Tenant, outletIds: readonly string[]): Promise<StoreFigures[]> =>
  sql.readRows(
    `with mine as (
       select outlet_id, release_id, status, next_attempt_at, reason, ${deliveryState} as state from deliveries
       where account_id = $1 and outlet_id = any($2::text[])
     ), counts as (
       select outlet_id, json_build_object(
                'live', count(*) filter (where state = 'live'),
                'scheduled', count(*) filter (where state = 'scheduled'),
                'pending', count(*) filter (where state = 'pending'),
                'failed', count(*) filter (where state = 'failed'),
                'takenDown', count(*) filter (where state = 'taken_down')) as releases
       from mine group by outlet_id
     ), causes as (
       select outlet_id, min(reason ->> 'code') as code, reason ->> 'message' as message, count(*)::int as releases,
              max(release_id) as newest, min(next_attempt_at) as again,
              row_number() over (partition by outlet_id order by count(*) desc, reason ->> 'message') as place
       from mine where ${hasFailed} group by outlet_id, reason ->> 'message'
     ), failures as (
       select outlet_id, (count(*) - count(*) filter (where place <= $3))::int as other,
              json_agg(json_build_object('code', code, 'message', message, 'releases', releases, 'releaseId', newest,
                                         'nextAttemptAt', ${isoInstant('again')}) order by place)
                filter (where place <= $3) as list
       from causes group by outlet_id
     )
     select outlet_id as "outletId", releases, coalesce(list, '[]') as failures, coalesce(other, 0) as "otherFailures"
     from counts left join failures using (outlet_id)`,
    [outletIds, maxStoreFailures],
  )

const hasFailed = `status in ('failed', 'refused') and reason is not null`

export interface OutletFigures {
  readonly outletId: string
  readonly waiting: number
  readonly lastDeliveredAt: string | null
  readonly oldestUnansweredAt: string | null
  readonly causes: OutletCause[]
}

/** Of all accounts. Reads what is open, which is little beside what is live. */
export const findOutletFigures = (system: Sql, outletIds: readonly string[]): Promise<OutletFigures[]> =>
  system.readRows(
    `with open as (
       select account_id, id, round, outlet_id, status, next_attempt_at, reason, updated_at from deliveries
       where status not in ('live', 'taken_down') and outlet_id = any($1::text[])
     ), causes as (
       select outlet_id, reason ->> 'code' as code,
              (array_agg(reason ->> 'message' order by updated_at desc, id))[1] as message, count(*)::int as deliveries,
              count(next_attempt_at)::int as waiting,
              row_number() over (partition by outlet_id order by count(*) desc, reason ->> 'code') as place
       from open where ${hasFailed} group by 1, 2
     )
     select o.id as "outletId",
            (select count(*)::int from open where outlet_id = o.id and not ${isOver}) as waiting,
            (select ${isoInstant('d.updated_at')} from deliveries d
             where d.outlet_id = o.id and d.status in ('sent', 'acknowledged', 'ingested', 'live')
             order by d.updated_at desc limit 1) as "lastDeliveredAt",
            (select ${isoInstant('min(m.sent_at)')}
             from open d join unanswered_store_messages m
               on m.account_id = d.account_id and m.delivery_id = d.id and m.round = d.round
             where d.outlet_id = o.id and d.status in ('sent', 'takedown_sent')
            ) as "oldestUnansweredAt",
            coalesce((select json_agg(json_build_object('code', code, 'message', message, 'deliveries', deliveries,
                                                        'waiting', waiting) order by place)
                      from causes where outlet_id = o.id and place <= $2), '[]') as causes
     from unnest($1::text[]) as o(id)`,
    [outletIds, maxOutletCauses],
  )

/**
 * Deliveries that an outlet may have, or that are on their way to it, up to `most`. An outlet never had what failed or
 * was refused before it was offered.
 */
export const countHeld = async (sql: Sql, outletId: string, most: number): Promise<number> => {
  const row = await sql.readRow<{ count: number }>(
    `select count(*)::int as count from (
       select from deliveries
       where outlet_id = $1 and (offered_round is not null or next_attempt_at is not null
                                 or status not in ('taken_down', 'failed', 'refused'))
       limit $2) held`,
    [outletId, most],
  )
  return row?.count ?? 0
}

export interface FailedAt {
  readonly outletId: string
  readonly code: string
}

/** What an operator took down is left out: only a reinstatement brings it back. */
const failedFor = `from deliveries where status not in ('live', 'taken_down') and ${hasFailed}
  and outlet_id = $1 and reason ->> 'code' = $2 and not is_held`

export const countFailed = async (system: Sql, { outletId, code }: FailedAt): Promise<number> =>
  (await system.readRow<{ count: number }>(`select count(*)::int as count ${failedFor}`, [outletId, code]))?.count ?? 0

export interface FailedDelivery {
  readonly accountId: AccountId
  readonly releaseId: string
  readonly deliveryId: string
}

export const findFailed = (
  system: Sql,
  { outletId, code }: FailedAt,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<FailedDelivery[]> =>
  system.readRows(
    `select account_id as "accountId", release_id as "releaseId", id as "deliveryId" ${failedFor}
       and ($3::text is null or id > $3) order by id limit $4`,
    [outletId, code, after ?? null, limit],
  )
