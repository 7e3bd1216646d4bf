import type { TransferFindingCode, TransferState } from '@spindle/contract'
import { type Cut, cutToPage } from '../../platform/database/page-budget.ts'
import type { SqlValue, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { Actor } from '../releases/index.ts'

/**
 * Releases of a transfer, compared with the catalog and the deliveries of this moment. One statement for a page, and one
 * for the counts. Parameters 1 and 2 are the account and the transfer.
 */

/** What differs, as facts: `describe-findings.ts` makes sentences of them. */
export interface FoundDifference {
  readonly code: TransferFindingCode
  readonly severity: 'error' | 'warning'
  readonly line: number | null
  readonly trackId: string | null
  /** The title of what it is about. */
  readonly name: string | null
  readonly here: string | null
  readonly there: string | null
}

export interface StoreState {
  readonly outletId: string
  readonly state: TransferState
  readonly liveAt: string | null
  readonly markedAt: string | null
  readonly markedBy: Actor | null
  readonly reason: string | null
}

export interface ComparedRelease {
  readonly position: number
  readonly line: number
  readonly upc: string
  readonly title: string | null
  readonly artist: string | null
  readonly isrcs: readonly string[]
  readonly releaseId: string | null
  readonly errors: number
  readonly warnings: number
  readonly findings: readonly FoundDifference[]
  readonly stores: readonly StoreState[]
}

/** Between two masters of one recording. `catalog compare` of the command line has the same. */
const toleranceMs = 5_000
/** How many findings of a release an answer has. */
const maxFindings = 100

/** Case, width, quotation marks and spaces do not count, as in `catalog compare` of the command line. */
const fold = (text: string): string =>
  `lower(btrim(regexp_replace(translate(normalize(${text}, NFKC), '‘’ʼ\`´“”«»', '''''''''''""""'), '\\s+', ' ', 'g')))`

/** Nor does the sign between names. */
const foldNames = (text: string): string =>
  `regexp_replace(${fold(text)}, '\\s*([;,&/]|\\mand\\M|\\mfeat\\M\\.?|\\mft\\M\\.?|\\mfeaturing\\M)\\s*', ' ', 'g')`

/** A title with its version is the same as one that contains it. */
const wholeTitle = (title: string, version: string): string =>
  fold(`(${title} || case when ${version} <> '' then ' (' || ${version} || ')' else '' end)`)

/** Most texts are equal as they are, and folding them is most of the work. */
const differs = (here: string, there: string, folded = fold): string =>
  `(${there} is not null and coalesce(${here}, '') <> ${there} and ${folded(`coalesce(${here}, '')`)} <> ${folded(there)})`

const cut = (text: string): string => `left(${text}, 500)`

/** The release of the catalog with the UPC: one that was submitted before a draft. */
const ownRelease = `left join lateral (
  select r.id, r.title, coalesce(r.version, '') as version, r.display_artist, r.label, r.release_date
  from published_releases r
  where r.account_id = $1 and r.gtin14 = t.gtin14 and r.deleted_at is null and r.status <> 'taken_down'
  order by r.status = 'draft', r.id desc limit 1) m on true`

/** One with a recording of the release, under a UPC that the table does not have. */
const otherRelease = `left join lateral (
  select r.id, r.upc, r.title from transfer_tracks o
  join published_tracks k on k.account_id = $1 and k.isrc = o.isrc
  join published_releases r on r.account_id = $1 and r.id = k.release_id
  where m.id is null and o.account_id = $1 and o.transfer_id = $2 and o.release_position = t.position
    and r.deleted_at is null and r.status <> 'taken_down'
    and not exists (select from transfer_releases x
                    where x.account_id = $1 and x.transfer_id = $2 and x.gtin14 = r.gtin14)
  order by r.id desc limit 1) e on true`

const ownTrack =
  "k.id, k.isrc, k.title, coalesce(k.version, '') as version, k.display_artist, k.duration_ms, k.upload_id"

/** Each track of the table with that of the release: by its ISRC, otherwise by its title. */
const pairs = `
  select o.line, o.isrc, o.title, o.version, o.artist, o.duration_ms, coalesce(i.id, n.id) as track_id,
         case when i.id is null then n.isrc else i.isrc end as own_isrc, coalesce(i.title, n.title) as own_title,
         coalesce(i.version, n.version) as own_version,
         coalesce(i.display_artist, n.display_artist, m.display_artist) as own_artist,
         case when i.id is null then n.duration_ms else i.duration_ms end as own_duration_ms, other.title as other_title
  from transfer_tracks o
  left join lateral (
    select ${ownTrack} from published_tracks k
    where k.account_id = $1 and k.isrc = o.isrc and k.release_id = m.id order by k.position limit 1) i on true
  left join lateral (
    select ${ownTrack} from published_tracks k
    where i.id is null and k.account_id = $1 and k.release_id = m.id
      and (${fold('k.title')} = ${fold('o.title')}
           or ${wholeTitle('k.title', "coalesce(k.version, '')")} = ${wholeTitle('o.title', "coalesce(o.version, '')")})
      and not exists (select from transfer_tracks x
                      where x.account_id = $1 and x.transfer_id = $2 and x.release_position = t.position and x.isrc = k.isrc)
    order by ${fold("coalesce(k.version, '')")} <> ${fold("coalesce(o.version, '')")}, k.position limit 1) n on true
  left join lateral (
    select c.title from published_recordings c join published_uploads u on u.account_id = $1
      and u.id = coalesce(i.upload_id, n.upload_id) and u.pcm_sha256 <> c.pcm_sha256
    where c.account_id = $1 and c.isrc = o.isrc limit 1) other on true
  where m.id is not null and o.account_id = $1 and o.transfer_id = $2 and o.release_position = t.position`

const haveOtherTitle = `${wholeTitle('p.own_title', 'p.own_version')} <> ${wholeTitle('p.title', "coalesce(p.version, '')")}`

const differences = `
  select v.code, v.severity, t.line, null as track_id, coalesce(m.title, t.title) as name, v.here, v.there
  from (values
    ('release_missing', 'error', m.id is null and e.id is null, null, t.upc),
    ('upc_differs', 'error', e.id is not null, coalesce(e.upc, ''), t.upc),
    ('release_title_differs', 'warning', ${differs('m.title', 't.title')}
       and ${wholeTitle('m.title', 'm.version')} <> ${wholeTitle('t.title', "coalesce(t.version, '')")}, m.title, t.title),
    ('release_version_differs', 'warning', ${differs('m.version', 't.version')}
       and ${wholeTitle('m.title', 'm.version')} <> ${wholeTitle('t.title', "coalesce(t.version, '')")},
       m.version, t.version),
    ('release_artist_differs', 'warning', ${differs('m.display_artist', 't.artist', foldNames)}, m.display_artist, t.artist),
    ('label_differs', 'warning', ${differs('m.label', 't.label')}, m.label, t.label),
    ('release_date_differs', 'warning', t.release_date is distinct from m.release_date and t.release_date is not null,
       m.release_date::text, t.release_date::text),
    ('tracks_unknown', 'error', not exists (select from pairs), null, null)
  ) v (code, severity, is_found, here, there)
  where v.is_found and (m.id is not null or v.code in ('release_missing', 'upc_differs'))
  union all
  select v.code, v.severity, p.line, p.track_id, coalesce(p.own_title, p.title, p.isrc), v.here, v.there
  from pairs p cross join lateral (values
    ('track_missing', 'error', p.track_id is null, null, p.isrc),
    ('isrc_unknown', 'warning', p.isrc is null, p.own_isrc, null),
    ('isrc_other_audio', 'error', p.other_title is not null, p.other_title, p.isrc),
    ('isrc_differs', 'error', p.isrc is not null and p.own_isrc is distinct from p.isrc and p.other_title is null,
       p.own_isrc, p.isrc),
    ('track_title_differs', 'error', ${differs('p.own_title', 'p.title')} and ${haveOtherTitle}, p.own_title, p.title),
    ('track_version_differs', 'error', ${differs('p.own_version', 'p.version')} and ${haveOtherTitle},
       p.own_version, p.version),
    ('track_artist_differs', 'error', ${differs('p.own_artist', 'p.artist', foldNames)}, p.own_artist, p.artist),
    ('length_differs', 'error', abs(p.duration_ms - p.own_duration_ms) > ${toleranceMs},
       p.own_duration_ms::text, p.duration_ms::text)
  ) v (code, severity, is_found, here, there)
  where v.is_found and (p.track_id is not null or v.code = 'track_missing')
  union all
  select 'track_extra', 'warning', null, k.id, k.title, k.isrc, null
  from published_tracks k
  where k.account_id = $1 and k.release_id = m.id and exists (select from pairs)
    and k.id not in (select track_id from pairs where track_id is not null)`

const found = `cross join lateral (
  with pairs as materialized (${pairs})
  select count(*) filter (where severity = 'error')::int as errors,
         count(*) filter (where severity = 'warning')::int as warnings,
         coalesce(json_agg(json_build_object('code', code, 'severity', severity, 'line', line, 'trackId', track_id,
             'name', ${cut('name')}, 'here', ${cut('here')}, 'there', ${cut('there')}) order by place)
           filter (where place <= ${maxFindings}), '[]') as findings
  from (select d.*, row_number() over (order by severity, line nulls last, code, track_id) as place
        from (${differences}) d) numbered) f`

/** A delivery that waits was not offered to the store. Once the store has taken it down or refused it, nothing is there. */
const stateOf = (mark: string): string => `case when ${mark} then 'old_down'
  when d.offered_round is null or d.status in ('refused', 'takedown_queued', 'takedown_sent', 'taken_down')
    or (d.status = 'failed' and d.next_attempt_at is null) then 'not_sent'
  when d.live_at is not null then 'live' else 'sent' end`

const deliveryAt = (outlet: string): string => `left join published_deliveries d
  on d.account_id = $1 and d.release_id = m.id and d.outlet_id = ${outlet}`

const stores = `cross join lateral (
  select json_agg(json_build_object('outletId', s.outlet_id, 'state', s.state, 'liveAt', s.live_at,
           'markedAt', s.at, 'markedBy', s.actor, 'reason', s.reason) order by s.place) as stores,
         array_agg(s.outlet_id || ' ' || s.state) as states
  from (
    select o.outlet_id, o.place, k.at, k.actor, k.reason, ${stateOf('k.at is not null')} as state,
           case when d.status not in ('takedown_queued', 'takedown_sent', 'taken_down') then d.live_at end as live_at
    from transfers plan cross join unnest(plan.outlet_ids) with ordinality as o (outlet_id, place)
    ${deliveryAt('o.outlet_id')}
    left join transfer_marks k on k.account_id = $1 and k.transfer_id = $2 and k.release_position = t.position
      and k.outlet_id = o.outlet_id
    where plan.account_id = $1 and plan.id = $2) s) s`

const compared = `transfer_releases t ${ownRelease} ${otherRelease} ${found} ${stores}`
const ofTransfer = 't.account_id = $1 and t.transfer_id = $2'

/**
 * How many releases a statement compares. A thousand of ten tracks take a second or two, and a statement may take five.
 */
export const comparedAtOnce = 500
const inWindow = (place: string): string =>
  `t.position > ${place}::int and t.position <= ${place}::int + ${comparedAtOnce}`

const severityOf = `case when f.errors > 0 then 'error' when f.warnings > 0 then 'warning' else 'none' end`

/** Of the answer: `severity` ($3), `state` ($4) and the outlet that it is about ($5); null for all. */
const filtered = `($3::text is null or ${severityOf} = $3)
  and ($4::text is null or exists (
    select from unnest(s.states) one where split_part(one, ' ', 2) = $4 and ($5::text is null or split_part(one, ' ', 1) = $5)))`

export interface ComparisonFilter {
  readonly severity?: 'error' | 'warning' | 'none' | undefined
  readonly state?: TransferState | undefined
  readonly outlet?: string | undefined
}

const filterValues = ({ severity, state, outlet }: ComparisonFilter): SqlValue[] => [
  severity ?? null,
  state ?? null,
  outlet ?? null,
]

/** Of the next `comparedAtOnce`: at most one row more than the limit, and fewer if they are too large for a page. */
export async function listCompared(
  tenant: Tenant,
  transferId: string,
  { limit, after, ...filter }: ComparisonFilter & { readonly limit: number; readonly after: number },
): Promise<{ readonly found: number; readonly release: ComparedRelease }[]> {
  const rows = await tenant.readRows<ComparedRelease & Cut>(
    cutToPage(
      `select t.position, t.line, t.upc, t.title, t.artist, m.id as "releaseId", f.errors, f.warnings, f.findings, s.stores,
              array(select o.isrc from transfer_tracks o where o.account_id = $1 and o.transfer_id = $2
                      and o.release_position = t.position and o.isrc is not null order by o.position) as isrcs
       from ${compared}
       where ${ofTransfer} and ${inWindow('$6')} and ${filtered}
       order by t.position limit $7::int + 1`,
      { order: 'position', limit: '$7::int' },
    ),
    [transferId, ...filterValues(filter), after, limit],
  )
  return rows.map(({ found, place: _place, bytes: _bytes, ...release }) => ({ found, release }))
}

/** Of the next `comparedAtOnce`. */
export async function countCompared(
  tenant: Tenant,
  transferId: string,
  { after, ...filter }: ComparisonFilter & { readonly after: number },
): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(*)::int as count from ${compared} where ${ofTransfer} and ${inWindow('$6')} and ${filtered}`,
    [transferId, ...filterValues(filter), after],
  )
  return row?.count ?? 0
}

export interface ComparisonCount {
  /** `severity error`, or an outlet and a state: `spotify live`. */
  readonly name: string
  readonly count: number
}

/** Of the next `comparedAtOnce`. */
export const countComparison = (tenant: Tenant, transferId: string, after: number): Promise<ComparisonCount[]> =>
  tenant.readRows(
    `select c.name, count(*)::int as count
     from (select unnest(s.states || ('severity ' || ${severityOf})) as name
           from ${compared} where ${ofTransfer} and ${inWindow('$3')}) c
     group by c.name`,
    [transferId, after],
  )

export interface MarkTarget {
  readonly position: number
  readonly gtin14: string
  readonly upc: string
  readonly title: string | null
  readonly state: TransferState
}

/** The named releases, or all, with their state at a store. */
export const listMarkTargets = (
  trx: TenantTransaction,
  transferId: string,
  { outlet, gtins }: { readonly outlet: string; readonly gtins: readonly string[] | undefined },
): Promise<MarkTarget[]> =>
  trx.readRows(
    `select t.position, t.gtin14, t.upc, t.title, ${stateOf('k.at is not null')} as state
     from transfer_releases t ${ownRelease} ${deliveryAt('$3')}
     left join transfer_marks k on k.account_id = $1 and k.transfer_id = $2 and k.release_position = t.position
       and k.outlet_id = $3
     where ${ofTransfer} and ($4::text[] is null or t.gtin14 = any($4))
     order by t.position`,
    [transferId, outlet, gtins ?? null],
  )

export interface NewMark {
  readonly outlet: string
  readonly positions: readonly number[]
  readonly at: Date
  readonly actor: Actor
  readonly reason: string | undefined
}

/** A reason is kept where the new release is not live. */
export const insertMarks = (
  trx: TenantTransaction,
  transferId: string,
  { outlet, positions, at, actor, reason }: NewMark,
): Promise<number> =>
  trx.execute(
    `insert into transfer_marks (account_id, transfer_id, release_position, outlet_id, at, actor, reason)
     select $1, $2, position, $3, $5, $6, $7 from unnest($4::int[]) position on conflict do nothing`,
    [transferId, outlet, positions, at, JSON.stringify(actor), reason ?? null],
  )

export const deleteMarks = (
  trx: TenantTransaction,
  transferId: string,
  { outlet, positions }: Pick<NewMark, 'outlet' | 'positions'>,
): Promise<number> =>
  trx.execute(
    `delete from transfer_marks
     where account_id = $1 and transfer_id = $2 and outlet_id = $3 and release_position = any($4::int[])`,
    [transferId, outlet, positions],
  )
