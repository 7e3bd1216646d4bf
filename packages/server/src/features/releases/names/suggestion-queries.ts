import { type PartySuggestion, shownOfSuggestion } from '@spindle/contract'
import type { Tenant, TenantTransaction } from '../../../platform/database/sql.ts'

/**
 * Names that releases credit without a party (`release_names`, written with each release by release-queries.ts), and what the
 * account has decided about them.
 */

const isDraft = `r.status in ('draft', 'changes_requested')`

/** Of the names `n`: releases that are there, and the decision `d`. The trash keeps no names, but an older version does. */
const surroundings = `
  join releases r on r.account_id = $1 and r.id = n.release_id and r.deleted_at is null
  left join name_decisions d on d.account_id = $1 and d.name_key = n.name_key`

/** Submitted releases keep an accepted name without a party: only drafts can follow. */
const open = `(d.name_key is null or (d.party_id is not null and ${isDraft}))`
const dismissed = '(d.name_key is not null and d.party_id is null)'

export interface NamePosition {
  readonly tracks: number
  readonly key: string
}

export interface NamePage {
  readonly isDismissed: boolean
  readonly limit: number
  readonly after: NamePosition | undefined
}

export interface SuggestionRow extends Omit<PartySuggestion, 'name' | 'matches'> {
  readonly key: string
}

const { maxSpellings, maxRoles, maxIdentifiers, maxExamples } = shownOfSuggestion

/** The rows of a common table expression with their place within their name; the first of each become a JSON array. */
const topOf = (
  rows: string,
  shown: { readonly json: string; readonly order: string; readonly limit: number },
): string => `
  select name_key, json_agg(${shown.json} order by place) as shown
  from (select *, row_number() over (partition by name_key order by ${shown.order}) as place from (${rows}) counted) placed
  where place <= ${shown.limit} group by name_key`

/**
 * Two steps: the sums of all names decide which are on the page, by an index that has them, and only the rows of these names
 * are read.
 */
export const findSuggestions = (tenant: Tenant, { isDismissed, limit, after }: NamePage): Promise<SuggestionRow[]> =>
  tenant.readRows(
    `with page as materialized (
       select n.name_key, sum(n.track_count)::int as tracks, d.party_id
       from release_names n ${surroundings}
       where n.account_id = $1 and ${isDismissed ? dismissed : open}
       group by n.name_key, d.party_id
       having $2::int is null or sum(n.track_count) < $2 or (sum(n.track_count) = $2 and n.name_key > $3)
       order by tracks desc, n.name_key limit $4),
     found as materialized (
       select n.name_key, n.name, n.release_id, n.roles, n.track_count, n.ids, r.title, r.status, ${isDraft} as is_draft
       from page join release_names n on n.account_id = $1 and n.name_key = page.name_key
       join releases r on r.account_id = $1 and r.id = n.release_id and r.deleted_at is null
       where page.party_id is null or ${isDraft}),
     spellings as (${topOf(
       'select name_key, name, sum(track_count)::int as tracks from found group by name_key, name',
       {
         json: `json_build_object('name', name, 'trackCount', tracks)`,
         order: 'tracks desc, name',
         limit: maxSpellings,
       },
     )}),
     roles as (${topOf(
       `select name_key, role, sum(tracks::int)::int as tracks from found, jsonb_each_text(roles) as r(role, tracks)
        group by name_key, role`,
       {
         json: `json_build_object('role', role, 'trackCount', tracks)`,
         order: 'tracks desc, role',
         limit: maxRoles,
       },
     )}),
     identifiers as (${topOf(
       `select name_key, kind, value, count(distinct release_id)::int as releases
        from found, jsonb_each_text(ids) as i(kind, value) where kind <> 'dpid' group by name_key, kind, value`,
       {
         json: `json_build_object('kind', kind, 'value', value, 'releaseCount', releases)`,
         order: 'releases desc, kind, value',
         limit: maxIdentifiers,
       },
     )}),
     examples as (${topOf('select distinct name_key, release_id, title, status from found', {
       json: `json_build_object('releaseId', release_id, 'title', title, 'status', status)`,
       order: 'release_id desc',
       limit: maxExamples,
     })}),
     counts as (
       select name_key, count(distinct release_id)::int as releases,
              count(distinct release_id) filter (where is_draft)::int as drafts
       from found group by name_key)
     select page.name_key as key, page.tracks as "trackCount", c.releases as "releaseCount", c.drafts as "draftCount",
            s.shown as spellings, coalesce(o.shown, '[]') as roles, coalesce(i.shown, '[]') as identifiers, e.shown as releases
     from page join counts c using (name_key) join spellings s using (name_key) join examples e using (name_key)
     left join roles o using (name_key) left join identifiers i using (name_key)
     order by page.tracks desc, page.name_key`,
    [after?.tracks ?? null, after?.key ?? null, limit],
  )

export async function countSuggestions(tenant: Tenant, isDismissed: boolean): Promise<number> {
  const row = await tenant.readRow<{ count: number }>(
    `select count(distinct n.name_key)::int as count from release_names n ${surroundings}
     where n.account_id = $1 and ${isDismissed ? dismissed : open}`,
  )
  return row?.count ?? 0
}

export interface NameUses {
  readonly drafts: number
  readonly submitted: number
  /** Tracks of the drafts that credit the name. */
  readonly tracks: number
}

export async function countNameUses(tenant: Tenant, key: string): Promise<NameUses> {
  const row = await tenant.readRow<NameUses>(
    `select count(distinct r.id) filter (where ${isDraft})::int as drafts,
            count(distinct r.id) filter (where not ${isDraft})::int as submitted,
            coalesce(sum(n.track_count) filter (where ${isDraft}), 0)::int as tracks
     from release_names n join releases r on r.account_id = $1 and r.id = n.release_id and r.deleted_at is null
     where n.account_id = $1 and n.name_key = $2`,
    [key],
  )
  return row ?? { drafts: 0, submitted: 0, tracks: 0 }
}

/** Identifiers of a name of which its releases have one value, by kind. */
export async function findAgreedIds(tenant: Tenant, key: string): Promise<Partial<Record<string, string>>> {
  const rows = await tenant.readRows<{ kind: string; value: string }>(
    `select kind, min(value) as value from release_names n cross join jsonb_each_text(n.ids) as i(kind, value)
     where n.account_id = $1 and n.name_key = $2 group by kind having min(value) = max(value)`,
    [key],
  )
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]))
}

export interface AcceptedDrafts {
  readonly key: string
  readonly partyId: string
  readonly after: string
  readonly limit: number
}

/** Drafts that credit the name without a party, in the order of ids; none once something else is decided about the name. */
export const listDraftsOfName = async (
  tenant: Tenant,
  { key, partyId, after, limit }: AcceptedDrafts,
): Promise<string[]> =>
  (
    await tenant.readRows<{ id: string }>(
      `select distinct n.release_id as id
       from name_decisions d join release_names n on n.account_id = $1 and n.name_key = d.name_key
       join releases r on r.account_id = $1 and r.id = n.release_id and r.deleted_at is null
       where d.account_id = $1 and d.name_key = $2 and d.party_id = $3 and n.release_id > $4 and ${isDraft}
       order by n.release_id limit $5`,
      [key, partyId, after, limit],
    )
  ).map(({ id }) => id)

export interface NameDecision {
  readonly key: string
  readonly name: string
  /** Null for a name that is dismissed. */
  readonly partyId: string | null
  readonly decidedAt: Date
}

/** One decision of an account at a time, so that none passes the limit beside another. The decision about `key` does not count. */
export async function countDecisionsAlone(trx: TenantTransaction, key: string): Promise<number> {
  await trx.row(`select pg_advisory_xact_lock(hashtextextended('names of ' || $1, 0))`)
  const row = await trx.readRow<{ count: number }>(
    'select count(*)::int as count from name_decisions where account_id = $1 and name_key <> $2',
    [key],
  )
  return row?.count ?? 0
}

export async function saveDecision(
  trx: TenantTransaction,
  { key, name, partyId, decidedAt }: NameDecision,
): Promise<void> {
  await trx.execute(
    `insert into name_decisions (account_id, name_key, name, party_id, decided_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, name_key) do update
       set name = excluded.name, party_id = excluded.party_id, decided_at = excluded.decided_at`,
    [key, name, partyId, decidedAt],
  )
}

/** False if the name was not dismissed. */
export const deleteDismissal = async (trx: TenantTransaction, key: string): Promise<boolean> =>
  (await trx.execute('delete from name_decisions where account_id = $1 and name_key = $2 and party_id is null', [
    key,
  ])) > 0
