import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { SandboxCount } from './synthetic-history.ts'
import type { SandboxTrack } from './synthetic-plays.ts'

/** Numbers the tracks of a release as a source of their own, marked as sandbox, and answers them in play order. */
export async function ensureSandboxSeries(
  trx: TenantTransaction,
  releaseId: string,
  outletId: string,
): Promise<SandboxTrack[]> {
  await trx.execute(
    `insert into play_series (account_id, source_kind, outlet_id, release_id, track_id, legacy)
     select r.account_id, 'sandbox', $3, r.id, t.id, r.legacy
     from published_releases r join published_tracks t on t.account_id = r.account_id and t.release_id = r.id
     where r.account_id = $1 and r.id = $2 order by t.position
     on conflict do nothing`,
    [releaseId, outletId],
  )
  return trx.readRows(
    `select t.id as "trackId", s.number as series, play_lane(s.account_id) as lane, t.duration_ms as "durationMs"
     from published_tracks t join play_series s on s.account_id = t.account_id and s.track_id = t.id
       and s.source_kind = 'sandbox' and s.outlet_id = $3
     where t.account_id = $1 and t.release_id = $2 order by t.position`,
    [releaseId, outletId],
  )
}

/** Counts that the next fold adds to the roll-ups. */
export const insertDeltas = (trx: TenantTransaction, counts: readonly SandboxCount[]): Promise<number> =>
  trx.execute(
    `insert into play_deltas (lane, series, day, territory, source, model, streams, timed, played_ms)
     select play_lane($1), c.* from json_to_recordset($2)
       as c(series int, day date, territory text, source text, model text, streams int, timed int, played_ms bigint)`,
    [JSON.stringify(counts)],
  )
