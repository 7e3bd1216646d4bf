import type { Delivery, DeliveryStatus } from '@spindle/contract'
import type { PageRequest } from '../../../http/responses/handler-response.ts'
import { isoInstant } from '../../../platform/database/iso-instant.ts'
import { type Cut, cutToPage } from '../../../platform/database/page-budget.ts'
import type { Database, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { DeliveredTrack, OutletKind, OutletReason } from '../../outlets/index.ts'
import type { ReleaseMembers } from '../model/release-document.ts'

/**
 * A trigger keeps `offered_round` right if an older version writes a delivery (migrations/functions/note_offer.sql).
 */

export interface DeliveryRecord {
  readonly id: string
  readonly releaseId: string
  readonly outletId: string
  readonly outletKind: OutletKind
  readonly status: DeliveryStatus
  readonly revision: number
  readonly wantedRevision: number
  readonly liveRevision: number | null
  /** How often it was started again. */
  readonly round: number
  /**
   * The round in which the outlet was last called with an offer. From then on the outlet may have the release, whatever
   * the result of the call. Null if it was never called, and after it was sent a takedown.
   */
  readonly offeredRound: number | null
  readonly attempts: number
  readonly nextAttemptAt: Date | null
  readonly leasedUntil: Date | null
  readonly reason: OutletReason | null
  /** Taken down by the operator, who alone can release it. */
  readonly isHeld: boolean
  readonly liveAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = `
  id, release_id as "releaseId", outlet_id as "outletId", outlet_kind as "outletKind", status, revision,
  wanted_revision as "wantedRevision", live_revision as "liveRevision", round,
  offered_round as "offeredRound", attempts,
  next_attempt_at as "nextAttemptAt", leased_until as "leasedUntil", reason, is_held as "isHeld", live_at as "liveAt",
  created_at as "createdAt", updated_at as "updatedAt"`

/** The caller holds the lock of the release, which also guards its deliveries. */
export const findDeliveries = (sql: Tenant, releaseId: string): Promise<DeliveryRecord[]> =>
  sql.readRows(`select ${columns} from deliveries where account_id = $1 and release_id = $2 order by id`, [releaseId])

export const findDelivery = (sql: Tenant, deliveryId: string): Promise<DeliveryRecord | undefined> =>
  sql.readRow(`select ${columns} from deliveries where account_id = $1 and id = $2`, [deliveryId])

/** Writes new and changed deliveries in one statement. */
export async function saveDeliveries(trx: TenantTransaction, deliveries: readonly DeliveryRecord[]): Promise<void> {
  if (deliveries.length === 0) return
  await trx.execute(
    `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision,
                             live_revision, round, offered_round, attempts, next_attempt_at, leased_until, reason,
                             is_held, live_at)
     select $1, d.id, d."releaseId", d."outletId", d."outletKind", d.status, d.revision, d."wantedRevision",
            d."liveRevision", d.round, d."offeredRound", d.attempts, d."nextAttemptAt", d."leasedUntil", d.reason,
            d."isHeld", d."liveAt"
     from json_to_recordset($2) as d(id text, "releaseId" text, "outletId" text, "outletKind" text, status text,
            revision int, "wantedRevision" int, "liveRevision" int, round int, "offeredRound" int, attempts int,
            "nextAttemptAt" timestamptz, "leasedUntil" timestamptz, reason jsonb, "isHeld" boolean, "liveAt" timestamptz)
     on conflict (account_id, id) do update
       set status = excluded.status, revision = excluded.revision, wanted_revision = excluded.wanted_revision,
           live_revision = excluded.live_revision, round = excluded.round, offered_round = excluded.offered_round,
           attempts = excluded.attempts,
           next_attempt_at = excluded.next_attempt_at, leased_until = excluded.leased_until,
           reason = excluded.reason, is_held = excluded.is_held, live_at = excluded.live_at, updated_at = now()`,
    [JSON.stringify(deliveries)],
  )
}

export interface Lease {
  readonly deliveryId: string
  readonly attempt: number
  readonly until: Date
}

/** False if the attempt is over, or the target of the delivery has changed. */
export const renewLease = async (sql: Tenant, { deliveryId, attempt, until }: Lease): Promise<boolean> =>
  (await sql.execute(
    `update deliveries set leased_until = $4
     where account_id = $1 and id = $2 and attempts = $3 and leased_until is not null`,
    [deliveryId, attempt, until],
  )) > 0

export interface DeliveryTrackRow {
  readonly trackId: string
  readonly position: number
  /** `refused` with a finding, `taken_down`, or else that of the delivery. */
  readonly status: DeliveryStatus
  readonly finding: Delivery['tracks'][number]['finding']
  readonly offered: unknown
  readonly uploadId: string | null
}

export const findDeliveryTracks = (sql: Tenant, deliveryId: string): Promise<DeliveryTrackRow[]> =>
  sql.readRows(
    `select track_id as "trackId", position, status, finding, offered, upload_id as "uploadId"
     from delivery_tracks where account_id = $1 and delivery_id = $2 order by position, track_id`,
    [deliveryId],
  )

/** `changed_at` only changes for rows that differ: clients that poll read real changes only. */
export async function saveDeliveryTracks(
  trx: TenantTransaction,
  deliveryId: string,
  tracks: readonly DeliveryTrackRow[],
): Promise<void> {
  if (tracks.length === 0) return
  await trx.execute(
    `insert into delivery_tracks as old (account_id, delivery_id, track_id, position, status, finding, offered, upload_id)
     select $1, $2, t."trackId", t.position, t.status, nullif(t.finding, 'null'::jsonb), nullif(t.offered, 'null'::jsonb),
            t."uploadId"
     from json_to_recordset($3) as t("trackId" text, position int, status text, finding jsonb, offered jsonb,
                                     "uploadId" text)
     on conflict (account_id, delivery_id, track_id) do update
       set position = excluded.position, status = excluded.status, finding = excluded.finding,
           offered = excluded.offered, upload_id = excluded.upload_id, changed_at = now()
       where (old.position, old.status, old.finding, old.offered, old.upload_id)
             is distinct from
             (excluded.position, excluded.status, excluded.finding, excluded.offered, excluded.upload_id)`,
    [deliveryId, JSON.stringify(tracks)],
  )
}

/** Tracks that outlets refused while they accepted the rest of the release. */
export const countRefusedTracks = async (sql: Tenant, releaseId: string): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      `select count(*)::int as count
       from delivery_tracks t join deliveries d on d.account_id = t.account_id and d.id = t.delivery_id
       where t.account_id = $1 and d.release_id = $2 and t.status = 'refused' and d.status <> 'refused'`,
      [releaseId],
    )
  )?.count ?? 0

export interface FrozenRevision {
  readonly document: ReleaseMembers
  readonly tracks: readonly DeliveredTrack[]
  readonly availableAt: Date | null
}

export const findRevision = (sql: Tenant, releaseId: string, revision: number): Promise<FrozenRevision | undefined> =>
  sql.readRow(
    `select document, tracks, available_at as "availableAt"
     from release_revisions where account_id = $1 and release_id = $2 and revision = $3`,
    [releaseId, revision],
  )

interface DeliveryWithTracks extends DeliveryRecord {
  readonly tracks: Delivery['tracks']
  /** Of the delivered revision: what decides when it goes live. */
  readonly dates:
    | (Pick<ReleaseMembers, 'releaseDate' | 'releaseTime' | 'timeZone'> & { readonly availableAt?: string })
    | null
}

const selectWithTracks = `
  select ${columns},
         (select coalesce(json_agg(json_build_object(
                    'trackId', t.track_id, 'finding', t.finding,
                    'status', case when t.finding is null and t.status <> 'taken_down' then d.status else t.status end)
                                   order by t.position, t.track_id), '[]')
          from delivery_tracks t where t.account_id = d.account_id and t.delivery_id = d.id) as tracks,
         (select json_strip_nulls(json_build_object('releaseDate', r.document->>'releaseDate',
                   'releaseTime', r.document->>'releaseTime', 'timeZone', r.document->>'timeZone',
                   'availableAt', ${isoInstant('r.available_at')}))
          from release_revisions r where r.account_id = d.account_id and r.release_id = d.release_id
                                     and r.revision = d.revision) as dates
  from deliveries d where d.account_id = $1 and d.release_id = $2`

/** All of a release, the newest first. */
export const findDeliveriesWithTracks = (sql: Tenant, releaseId: string): Promise<DeliveryWithTracks[]> =>
  sql.readRows(`${selectWithTracks} order by d.id desc limit 1000`, [releaseId])

/** The newest first; as many as fit on a page. */
export const findDeliveryPage = (
  sql: Tenant,
  releaseId: string,
  { limit, after }: Pick<PageRequest, 'limit' | 'after'>,
): Promise<(DeliveryWithTracks & Cut)[]> =>
  sql.readRows(
    cutToPage(`${selectWithTracks} and ($3::text is null or d.id < $3) order by d.id desc limit $4::int + 1`, {
      order: 'id desc',
      limit: '$4::int',
    }),
    [releaseId, after ?? null, limit],
  )

export const countDeliveries = async (sql: Tenant, releaseId: string): Promise<number> =>
  (
    await sql.readRow<{ count: number }>(
      'select count(*)::int as count from deliveries where account_id = $1 and release_id = $2',
      [releaseId],
    )
  )?.count ?? 0

export interface WaitingDelivery {
  readonly accountId: AccountId
  readonly deliveryId: string
  /** Its position among those that wait: the next page begins after it. */
  readonly isNoTakedown: boolean
  readonly since: string
}

const isNoTakedown = `(d.status not in ('takedown_queued', 'takedown_sent'))`

/**
 * Across accounts: work whose job was lost, because a process crashed while it held it. Takedowns come first, then the
 * longest waiting.
 */
export const findStuckDeliveries = (
  database: Database,
  {
    pausedOutlets,
    waitingOutlets,
    after,
  }: {
    readonly pausedOutlets: readonly string[]
    /** At outlets where nothing goes live automatically. */
    readonly waitingOutlets: readonly string[]
    readonly after: WaitingDelivery | undefined
  },
): Promise<WaitingDelivery[]> =>
  database.system.readRows(
    `select d.account_id as "accountId", d.id as "deliveryId", ${isNoTakedown} as "isNoTakedown",
            d.updated_at::text as since
     from deliveries d
     left join release_revisions r
       on r.account_id = d.account_id and r.release_id = d.release_id and r.revision = d.revision
     where d.status not in ('live', 'refused', 'taken_down')
       and (d.leased_until < now() - interval '10 seconds'
            or (d.status in ('queued', 'takedown_queued') and d.updated_at < now() - interval '2 minutes')
            or (d.status in ('failed', 'sent', 'takedown_sent') and d.next_attempt_at < now() - interval '1 minute')
            or (d.status = 'ingested' and r.available_at < now() - interval '1 minute'
                and (d.live_at is not null or d.outlet_id <> all($5))))
       and d.outlet_id <> all($3) and ($1::boolean is null or (${isNoTakedown}, d.updated_at, d.id) > ($1, $2::timestamptz, $4))
     order by ${isNoTakedown}, d.updated_at, d.id limit 200`,
    [after?.isNoTakedown ?? null, after?.since ?? null, pausedOutlets, after?.deliveryId ?? null, waitingOutlets],
  )
