import type { ReleaseEvent, ReleaseStatus } from '@spindle/contract'
import type { SqlValue, Tenant, TenantTransaction } from '../../platform/database/sql.ts'
import type { toColumns } from './model/release-document.ts'
import type { ReleaseRecord } from './model/release-record.ts'
import type { SearchDocument } from './model/search-document.ts'
import { appendEvents } from './status/event-queries.ts'

/**
 * Release and track rows. The number of round trips does not depend on the number of tracks: all are sent as one JSON
 * value. A trigger increases `version` with each change of a release (migrations/functions/touch_release.sql).
 */

export interface TrackRow {
  readonly id: string
  readonly position: number
  readonly disc: number
  readonly number: number
  readonly title: string
  readonly isrc: string | null
  /** Null while the audio of an imported draft is missing. */
  readonly upload_id: string | null
  readonly duration_ms: number | null
  readonly document: unknown
}

/** A row of `release_parties`. */
export interface NamedParty {
  readonly id: string
  /** How many tracks credit it. */
  readonly tracks: number
  /** Of these tracks, each once. */
  readonly isrcs: readonly string[]
}

/** A row of `release_names`. */
export interface CreditedName {
  readonly name: string
  /** The same for all its spellings. */
  readonly key: string
  /** How many tracks credit it. */
  readonly tracks: number
  /** How many tracks credit it in a role. */
  readonly roles: Readonly<Record<string, number>>
  /** Its identifiers by kind. */
  readonly ids: Readonly<Record<string, string>> | null
}

export interface ReleaseRow {
  readonly columns: ReturnType<typeof toColumns>
  /** Written in the same statement, so that a release is found as soon as it is stored. */
  readonly search: SearchDocument
  readonly tracks: readonly TrackRow[]
  /** The parties that the document names. One that is unknown leaves no reference. */
  readonly parties: readonly NamedParty[]
  /** The names that it credits without a party. */
  readonly names: readonly CreditedName[]
  /** The tracks for lists. */
  readonly trackList: string
  readonly durationMs: number | null
  /** The size of the release in the quota of its account. */
  readonly documentBytes: number
}

const selectRecord = `
  select r.id, r.status, r.revision, r.submitted_revision as "submittedRevision",
         r.restored_revision as "restoredRevision",
         r.first_delivered_at as "firstDeliveredAt", r.legacy, r.submits_itself as "submitsItself", r.document,
         r.findings, r.errors, r.warnings, r.checked_at as "checkedAt", r.last_event_sha256 as "lastEventSha256",
         r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", r.submitted_at as "submittedAt",
         r.live_at as "liveAt",
         json_build_object('total', r.delivery_total, 'live', r.delivery_live, 'scheduled', r.delivery_scheduled,
                           'failed', r.delivery_failed, 'pending', r.delivery_pending,
                           'refusedTracks', r.delivery_refused_tracks) as summary,
         r.approved_revision as "approvedRevision", r.review_revision as "reviewRevision", r.review,
         (select p.release_id from replacements p
          where p.account_id = r.account_id and p.replaced_id = r.id) as "replacedBy",
         r.planned_takedown as "plannedTakedown", r.planned_takedown_at as "plannedTakedownAt",
         (select coalesce(json_agg(json_build_object('id', t.id, 'disc', t.disc, 'number', t.number,
                   'durationMs', t.duration_ms, 'delivered', t.delivered, 'document', t.document)
                   order by t.position), '[]')
          from tracks t where t.account_id = r.account_id and t.release_id = r.id) as tracks
  from releases r where r.account_id = $1 and r.id = $2 and r.deleted_at is null`

export const findRelease = (sql: Tenant, releaseId: string): Promise<ReleaseRecord | undefined> =>
  sql.readRow(selectRecord, [releaseId])

/** Without waiting, a row that another session has locked counts as not found. */
export interface LockOptions {
  readonly waits?: boolean
}

/** Two statements: after waiting for the lock, only a new statement sees what the other transaction committed. */
export async function lockRelease(
  trx: TenantTransaction,
  releaseId: string,
  { waits = true }: LockOptions = {},
): Promise<ReleaseRecord | undefined> {
  const locked = await trx.execute(
    `select 1 from releases where account_id = $1 and id = $2 and deleted_at is null for update ${waits ? '' : 'skip locked'}`,
    [releaseId],
  )
  return locked === 0 ? undefined : findRelease(trx, releaseId)
}

/** Counts every change of the release and of its deliveries. */
export const findVersion = async (sql: Tenant, releaseId: string): Promise<number | undefined> =>
  (
    await sql.readRow<{ version: number }>('select version from releases where account_id = $1 and id = $2', [
      releaseId,
    ])
  )?.version

export const hasRelease = async (sql: Tenant, releaseId: string): Promise<boolean> =>
  (await sql.readRow('select 1 from releases where account_id = $1 and id = $2 and deleted_at is null', [
    releaseId,
  ])) !== undefined

const columnValues = ({ columns, trackList, durationMs, tracks, documentBytes }: ReleaseRow): SqlValue[] => [
  columns.type,
  columns.title,
  columns.displayArtist,
  columns.label,
  columns.upc,
  columns.gtin14,
  columns.externalId,
  columns.explicit,
  columns.territories && JSON.stringify(columns.territories),
  columns.coverUploadId,
  columns.releaseDate,
  columns.availableAt,
  JSON.stringify(columns.document),
  tracks.length,
  durationMs,
  trackList,
  documentBytes,
]

const trackColumns = `id text, position int, disc int, number int, title text, isrc text, upload_id text, duration_ms int,
                      document jsonb`

/** The findings of a release, as stored in its row. */
export interface FindingColumns {
  /** A JSON array. */
  readonly findings: string
  readonly errors: number
  readonly warnings: number
  readonly checkedAt: Date
  /** What the findings of the operator's hook are of, as hexadecimal text; null without any. */
  readonly hookSha256: string | null
}

export interface NewReleaseColumns extends FindingColumns {
  readonly id: string
  readonly legacy: boolean
  readonly submitsItself: boolean
  readonly lastEventSha256: Buffer | null
  /** The first events of its history. */
  readonly events: readonly ReleaseEvent[]
}

/** One statement: creating a draft takes few round trips. */
export async function insertRelease(
  trx: TenantTransaction,
  release: NewReleaseColumns,
  row: ReleaseRow,
): Promise<void> {
  await trx.execute(
    `with release as (
       insert into releases (account_id, id, legacy, submits_itself, findings, errors, warnings, checked_at,
                             last_event_sha256, type, title, display_artist, label, upc, gtin14,
                             external_id, explicit, territories, cover_upload_id, release_date, available_at,
                             document, track_count, duration_ms, track_list, document_bytes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20::date, $21,
               $22, $23, $24, $25, $26)
       returning id),
       words as (insert into release_search (owner_id, release_id, search, texts)
                 values ($1, $2, array_to_tsvector($28::text[]), $30)),
       named as (${nameParties({ release: '$2', named: '$31' })}),
       credited as (${creditNames({ release: '$2', credited: '$32' })}),
       history as (${appendEvents({ release: '$2', events: '$29' })})
     insert into tracks (account_id, release_id, id, position, disc, number, title, isrc, upload_id, duration_ms, document)
     select $1, release.id, t.* from release, json_to_recordset($27) as t(${trackColumns})`,
    [
      release.id,
      release.legacy,
      release.submitsItself,
      release.findings,
      release.errors,
      release.warnings,
      release.checkedAt,
      release.lastEventSha256,
      ...columnValues(row),
      JSON.stringify(row.tracks),
      row.search.words,
      JSON.stringify(release.events),
      row.search.texts,
      JSON.stringify(row.parties),
      JSON.stringify(row.names),
    ],
  )
}

/** `party_ids`, a view of parties: a document that was restored may name one that is gone. */
const nameParties = ({ release, named }: { readonly release: string; readonly named: string }): string => `
  insert into release_parties as former (account_id, release_id, party_id, track_count, isrcs)
  select p.account_id, ${release}, p.id, n.tracks, n.isrcs
  from ${namedRows(named)} join party_ids p on p.account_id = $1 and p.id = n.id
  on conflict (account_id, release_id, party_id) do update
    set track_count = excluded.track_count, isrcs = excluded.isrcs
    where (former.track_count, former.isrcs) is distinct from (excluded.track_count, excluded.isrcs)`

const namedRows = (named: string): string => `json_to_recordset(${named}) as n(id text, tracks int, isrcs text[])`

const nameRows = (credited: string): string =>
  `json_to_recordset(${credited}) as n(name text, key text, tracks int, roles jsonb, ids jsonb)`

const creditNames = ({ release, credited }: { readonly release: string; readonly credited: string }): string => `
  insert into release_names as former (account_id, release_id, name, name_key, roles, track_count, ids)
  select $1, ${release}, n.name, n.key, n.roles, n.tracks, n.ids from ${nameRows(credited)}
  on conflict (account_id, release_id, name) do update
    set name_key = excluded.name_key, roles = excluded.roles, track_count = excluded.track_count, ids = excluded.ids
    where (former.name_key, former.roles, former.track_count, former.ids)
          is distinct from (excluded.name_key, excluded.roles, excluded.track_count, excluded.ids)`

const forgetNames = (credited: string): string => `
  delete from release_names
  where account_id = $1 and release_id = $2 and name not in (select n.name from ${nameRows(credited)})`

const upsertSearch = (words: string, texts: string): string => `
  insert into release_search as old (owner_id, release_id, search, texts)
  values ($1, $2, array_to_tsvector(${words}::text[]), ${texts})
  on conflict (owner_id, release_id) do update set search = excluded.search, texts = excluded.texts
  where (old.search, old.texts) is distinct from (excluded.search, excluded.texts)`

/** What a release that has not changed is found by, and the names that it credits. */
export async function saveSearch(
  trx: TenantTransaction,
  releaseId: string,
  { search, names }: Pick<ReleaseRow, 'search' | 'names'>,
): Promise<void> {
  await trx.execute(
    `with gone as (${forgetNames('$5')}), credited as (${creditNames({ release: '$2', credited: '$5' })})
     ${upsertSearch('$3', '$4')}`,
    [releaseId, search.words, search.texts, JSON.stringify(names)],
  )
}

/**
 * Writes a release and its tracks again and deletes tracks that are no longer named. Unchanged tracks are not written:
 * a change of one title must not make the database copy five hundred tracks.
 */
export async function updateReleaseRow(
  trx: TenantTransaction,
  release: { readonly id: string; readonly revision: number },
  row: ReleaseRow,
): Promise<void> {
  await trx.execute(
    `with words as (${upsertSearch('$21', '$22')})
     update releases set revision = $3, type = $4, title = $5, display_artist = $6, label = $7, upc = $8, gtin14 = $9,
            external_id = $10, explicit = $11, territories = $12, cover_upload_id = $13, release_date = $14::date,
            available_at = $15, document = $16, track_count = $17, duration_ms = $18, document_bytes = $20,
            track_list = case when track_list::text = $19 then track_list else $19::json end
     where account_id = $1 and id = $2`,
    [release.id, release.revision, ...columnValues(row), row.search.words, row.search.texts],
  )
  await trx.execute(
    `with given as (select * from json_to_recordset($3) as t(${trackColumns})),
          gone as (delete from tracks where account_id = $1 and release_id = $2 and id not in (select id from given)),
          unnamed as (delete from release_parties where account_id = $1 and release_id = $2
                      and party_id not in (select n.id from ${namedRows('$4')})),
          named as (${nameParties({ release: '$2', named: '$4' })}),
          uncredited as (${forgetNames('$5')}),
          credited as (${creditNames({ release: '$2', credited: '$5' })})
     insert into tracks as old
       (account_id, release_id, id, position, disc, number, title, isrc, upload_id, duration_ms, document)
     select $1, $2, given.* from given
     on conflict (account_id, id) do update
       set position = excluded.position, disc = excluded.disc, number = excluded.number, title = excluded.title,
           isrc = excluded.isrc, upload_id = excluded.upload_id, duration_ms = excluded.duration_ms,
           document = excluded.document
       where (old.position, old.disc, old.number, old.title, old.isrc, old.upload_id, old.duration_ms, old.document)
             is distinct from
             (excluded.position, excluded.disc, excluded.number, excluded.title, excluded.isrc, excluded.upload_id,
              excluded.duration_ms, excluded.document)`,
    [release.id, JSON.stringify(row.tracks), JSON.stringify(row.parties), JSON.stringify(row.names)],
  )
}

export interface StateColumns {
  readonly status: ReleaseStatus
  readonly submittedRevision: number | null
  readonly restoredRevision: number | null
  readonly submittedAt: Date | null
  readonly liveAt: Date | null
  readonly firstDeliveredAt: Date | null
  readonly submitsItself: boolean
  readonly summary: ReleaseRecord['summary']
  readonly approvedRevision: number | null
  readonly reviewRevision: number | null
  readonly review: ReleaseRecord['review']
}

export async function updateState(
  trx: TenantTransaction,
  releaseId: string,
  state: StateColumns & Pick<ReleaseRecord, 'lastEventSha256'>,
): Promise<void> {
  await trx.execute(
    `update releases set status = $3, submitted_revision = $4, submitted_at = $5, live_at = $6, first_delivered_at = $7,
            submits_itself = $8, delivery_total = $9, delivery_live = $10, delivery_failed = $11, delivery_pending = $12,
            last_event_sha256 = $13, delivery_scheduled = $14, delivery_refused_tracks = $15, approved_revision = $16,
            review_revision = $17, review = $18, restored_revision = $19
     where account_id = $1 and id = $2`,
    [
      releaseId,
      state.status,
      state.submittedRevision,
      state.submittedAt,
      state.liveAt,
      state.firstDeliveredAt,
      state.submitsItself,
      state.summary.total,
      state.summary.live,
      state.summary.failed,
      state.summary.pending,
      state.lastEventSha256,
      state.summary.scheduled,
      state.summary.refusedTracks,
      state.approvedRevision,
      state.reviewRevision,
      state.review && JSON.stringify(state.review),
      state.restoredRevision,
    ],
  )
}

/** Written only if something changed: a check with the same result writes nothing. */
export async function saveFindings(trx: TenantTransaction, releaseId: string, check: FindingColumns): Promise<void> {
  await trx.execute(
    `update releases set findings = $3, errors = $4, warnings = $5, checked_at = $6,
                         check_hook_sha256 = decode($7, 'hex')
     where account_id = $1 and id = $2
       and (findings <> $3::jsonb or check_hook_sha256 is distinct from decode($7, 'hex'))`,
    [releaseId, check.findings, check.errors, check.warnings, check.checkedAt, check.hookSha256],
  )
}
