import type { ActivityEvent, ReleaseEvent } from '@spindle/contract'
import type { PageRequest } from '../../../http/responses/handler-response.ts'
import { type Cut, cutToPage } from '../../../platform/database/page-budget.ts'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'

/**
 * Appends to the chain. The caller holds the lock of the release row, so events cannot be interleaved, and stores the
 * digest of the last event in that row.
 */
export async function insertEvents(
  trx: TenantTransaction,
  releaseId: string,
  events: readonly ReleaseEvent[],
): Promise<void> {
  if (events.length === 0) return
  await trx.execute(appendEvents({ release: '$2', events: '$3' }), [releaseId, JSON.stringify(events)])
}

/**
 * The statement, alone or as part of another one. `release` and `events` are placeholders: the id, and the events as
 * JSON.
 */
export const appendEvents = ({ release, events }: { readonly release: string; readonly events: string }): string =>
  `insert into release_events (account_id, id, release_id, sequence, at, type, revision, from_status, to_status, actor,
                               reason, data, previous_sha256, sha256)
   select $1::text, e.id, ${release}::text,
          (select coalesce(max(sequence), 0) from release_events where account_id = $1 and release_id = ${release})
            + row_number() over (),
          e.at, e.type, e.revision, e."from", e."to", e.actor, case when e.reason is not null then
            jsonb_build_object('message', e.reason) end, e.data,
          decode(e."previousSha256", 'hex'), decode(e.sha256, 'hex')
   from json_to_recordset(${events}) as e(id text, at timestamptz, type text, revision int, "from" text, "to" text,
          actor jsonb, reason text, data jsonb, "previousSha256" text, sha256 text)`

interface EventRow extends Omit<ReleaseEvent, 'at'>, Cut {
  readonly sequence: number
  readonly at: Date
}

/** The newest first; as many as fit on a page. */
export async function findEvents(
  sql: Tenant,
  releaseId: string,
  { limit, after }: PageRequest,
): Promise<{ readonly sequence: number; readonly found: number; readonly event: ReleaseEvent }[]> {
  const rows = await sql.readRows<EventRow>(
    cutToPage(
      `select id, sequence, at, type, revision, from_status as "from", to_status as "to", actor,
            reason ->> 'message' as reason, data, encode(previous_sha256, 'hex') as "previousSha256",
            encode(sha256, 'hex') as sha256
     from release_events
     where account_id = $1 and release_id = $2 and sequence < $3
     order by sequence desc limit $4::int + 1`,
      { order: 'sequence desc', limit: '$4::int' },
    ),
    [releaseId, after === undefined ? 2_147_483_647 : Number(after), limit],
  )
  return rows.map(({ sequence, at, found, place: _place, bytes: _bytes, ...event }) => ({
    sequence,
    found,
    event: { ...event, at: at.toISOString() },
  }))
}

/** Of one message to a store, the oldest first. */
export async function findMessageEvents(sql: Tenant, releaseId: string, messageId: string): Promise<ReleaseEvent[]> {
  const rows = await sql.readRows<Omit<ReleaseEvent, 'at'> & { readonly at: Date }>(
    `select id, at, type, revision, from_status as "from", to_status as "to", actor, reason ->> 'message' as reason, data,
            encode(previous_sha256, 'hex') as "previousSha256", encode(sha256, 'hex') as sha256
     from release_events
     where account_id = $1 and release_id = $2 and data ->> 'messageId' = $3 order by sequence limit 100`,
    [releaseId, messageId],
  )
  return rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}

/** The index `release_events_failures` has the same list. */
const isFailure = `e.type in ('release.delivery_failed', 'delivery.refused', 'delivery.failed', 'delivery.takedown_failed')`

export interface ActivityFilters {
  /** Only of these types. */
  readonly types?: readonly ReleaseEvent['type'][] | undefined
  /** Only failed and refused deliveries, and takedowns that failed. */
  readonly failures?: boolean | undefined
  /** Only by the person, key or client with this id. */
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Of all releases of the account, the newest first; `after` is the id of an event. */
export async function findActivity(
  sql: Tenant,
  { types, failures = false, actor, from, to }: ActivityFilters,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<{ readonly found: number; readonly event: ActivityEvent }[]> {
  const rows = await sql.readRows<Omit<ActivityEvent, 'at'> & Cut & { readonly at: Date }>(
    cutToPage(
      `select e.id, e.at, e.type, e.revision, e.from_status as "from", e.to_status as "to", e.actor,
            e.reason ->> 'message' as reason, e.data, encode(e.previous_sha256, 'hex') as "previousSha256",
            encode(e.sha256, 'hex') as sha256, e.release_id as "releaseId", r.title as "releaseTitle"
     from release_events e join releases r on r.account_id = e.account_id and r.id = e.release_id
     where e.account_id = $1 and ($2::text is null or e.id < $2)
       and ($4::text[] is null or e.type = any ($4)) and ($5::text is null or e.actor ->> 'id' = $5)
       and ($6::timestamptz is null or e.at >= $6) and ($7::timestamptz is null or e.at < $7)
       and ${failures ? isFailure : 'true'}
     order by e.id desc limit $3::int + 1`,
      { order: 'id desc', limit: '$3::int' },
    ),
    [after ?? null, limit, types ?? null, actor ?? null, from ?? null, to ?? null],
  )
  return rows.map(({ at, found, place: _place, bytes: _bytes, ...event }) => ({
    found,
    event: { ...event, at: at.toISOString() },
  }))
}

/** For `Snapshot.copyJson`: every event as the API shows it, with its release, in the order of the chains. */
export const eventsOfText = (accountId: AccountId): string => `
  select e.release_id as "releaseId", jsonb_build_object(
      'id', e.id, 'type', e.type, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', e.actor, 'revision', e.revision, 'from', e.from_status, 'to', e.to_status,
      'reason', e.reason ->> 'message', 'data', e.data,
      'previousSha256', encode(e.previous_sha256, 'hex'), 'sha256', encode(e.sha256, 'hex')) as event
  from release_events e where e.account_id = '${accountId}' order by e.release_id, e.sequence`

export const countActivity = async (sql: Tenant): Promise<number> =>
  (await sql.readRow<{ count: number }>('select count(*)::int as count from release_events where account_id = $1'))
    ?.count ?? 0

export const countEvents = async (sql: Tenant, releaseId: string): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      'select count(*)::int as count from release_events where account_id = $1 and release_id = $2',
      [releaseId],
    )
  )?.count ?? 0
