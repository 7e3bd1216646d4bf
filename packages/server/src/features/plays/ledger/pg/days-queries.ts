import type { Sql } from '../../../../platform/database/sql.ts'
import type { ExportedPlay } from '../plays-ledger.ts'

/** Plays of a day in the order of their key, those after `last`. */
export const listPlaysOfDay = (
  sql: Sql,
  day: string,
  last: Pick<ExportedPlay, 'property' | 'id'> | undefined,
  limit: number,
): Promise<ExportedPlay[]> =>
  sql.readRows(
    `select p.property, p.id, (extract(epoch from p.at) * 1000)::float8 as at, s.account_id as "accountId",
            s.release_id as "releaseId", s.track_id as "trackId", nullif(p.territory, '') as territory,
            nullif(p.source, '') as source, nullif(p.model, '') as model, p.played_ms as "playedMs",
            s.source_kind = 'sandbox' as sandbox
     from (select * from plays where day = $1 and (property, id) > ($2, $3) order by property, id limit $4) p
     join play_series s on s.number = p.series
     order by p.property, p.id`,
    [day, last?.property ?? '', last?.id ?? '', limit],
  )

export const countPlaysOfDay = async (sql: Sql, day: string): Promise<number> =>
  (await sql.readRow<{ plays: number }>('select count(*) as plays from plays where day = $1', [day]))?.plays ?? 0
