import type { LabelCodes, OtherRelease, OtherTrack, ReleasePlace } from '@spindle/contract/rules'
import type { Tenant } from '../../../platform/database/sql.ts'
import { isReplaced, placeOf } from '../status/place-queries.ts'

/** Another track, and where its release is. */
export interface PlacedOtherTrack extends OtherTrack {
  readonly place: ReleasePlace
}

export interface AccountContext {
  readonly otherTracks: readonly PlacedOtherTrack[]
  readonly otherReleases: readonly OtherRelease[]
  readonly hasFreeUpc: boolean
  readonly labelCodes: LabelCodesLeft | null
}

/** The codes of the label of the release, if it has a prefix or a range of its own. */
export interface LabelCodesLeft extends LabelCodes {
  readonly hasIsrc: boolean
  readonly hasUpc: boolean
}

/** A recording of the release: another track can only contradict it if it has both. */
export interface IdentifiedRecording {
  /** Normal form. */
  readonly isrc: string
  readonly pcmSha256: string
}

/**
 * The number of uploads checked for one recording. An ISRC or a recording with more of them has no second one to show.
 */
const maxUploads = 50

/** The ISRC of the track went to other audio, on the replacement of its release. */
const isOfOtherAudio = `exists (
             select from recordings k
             where k.account_id = $1 and k.isrc = t.isrc and k.pcm_sha256 <> own.pcm)`

/**
 * For each recording one track of another release with the same ISRC and other audio, and one with the same audio and
 * another ISRC: examples, because a rule names one. Indexes are walked from one upload or ISRC to the next, so any
 * number of equal tracks is skipped without reading them.
 */
const findExamples = `
  own as (select distinct isrc, pcm from unnest($3::text[], $4::text[]) as own (isrc, pcm)),
  named as (
    select own.isrc, own.pcm, 0 as step, '' as upload_id, null as track_id, null as pcm_sha256 from own
    union all
    select n.isrc, n.pcm, n.step + 1, t.upload_id, t.id, u.pcm_sha256
    from named n
    cross join lateral (
      select t.upload_id, t.id from tracks t
      where t.account_id = $1 and t.isrc = n.isrc and t.upload_id > n.upload_id and t.release_id <> all(array[$2, $6])
        and not ${isReplaced('t.release_id')}
      order by t.upload_id limit 1) t
    cross join lateral (
      select u.pcm_sha256 from published_uploads u where u.account_id = $1 and u.id = t.upload_id limit 1) u
    where n.step < ${maxUploads} and (n.pcm_sha256 is null or n.pcm_sha256 = n.pcm)),
  heard as (
    select t.id as track_id, own.pcm as pcm_sha256
    from own
    cross join lateral (
      select t.id
      from (select u.id from published_uploads u where u.account_id = $1 and u.pcm_sha256 = own.pcm
            order by u.id limit ${maxUploads}) u
      cross join lateral (
        (select t.id from tracks t
         where t.account_id = $1 and t.upload_id = u.id and t.isrc < own.isrc and t.release_id <> $2
           and not ${isOfOtherAudio}
         order by t.isrc limit 1)
        union all
        (select t.id from tracks t
         where t.account_id = $1 and t.upload_id = u.id and t.isrc > own.isrc and t.release_id <> $2
           and not ${isOfOtherAudio}
         order by t.isrc limit 1)) t
      limit 1) t),
  examples as (
    select n.track_id, n.pcm_sha256
    from named n
    where n.pcm_sha256 <> n.pcm
      -- What another draft says does not count against a track that was delivered with the ISRC, here or on the release
      -- that this one replaces.
      and not exists (
        select from tracks t
        where t.account_id = $1 and t.release_id = any(array[$2, $6]) and t.delivered and t.isrc = n.isrc
          and not (select o.delivered or r.status not in ('draft', 'changes_requested', 'rejected')
                   from tracks o join releases r on r.account_id = $1 and r.id = o.release_id
                   where o.account_id = $1 and o.id = n.track_id))
    union
    select track_id, pcm_sha256 from heard)`

const placedRelease = (releaseId: string): string =>
  `select r.title, ${placeOf('r')} as place from releases r where r.account_id = $1 and r.id = ${releaseId} limit 1`

/** What the rest of the account shares with a release: ISRCs, recordings, the UPC. */
export async function findAccountContext(
  sql: Tenant,
  common: {
    readonly releaseId: string
    readonly recordings: readonly IdentifiedRecording[]
    readonly gtin14: string | null
    /** The release that this one replaces, until it is delivered. */
    readonly replacedId?: string | undefined
    readonly labelKey?: string | undefined
    /** Of new ISRCs. */
    readonly year?: number
  },
): Promise<AccountContext> {
  const row = await sql.readRow<AccountContext>(
    `with recursive ${findExamples}
     select
       (select coalesce(json_agg(x), '[]') from (
          select t.release_id as "releaseId", r.title as "releaseTitle", t.title, t.isrc, e.pcm_sha256 as "pcmSha256",
                 r.place
          from examples e
          cross join lateral (select * from tracks t where t.account_id = $1 and t.id = e.track_id limit 1) t
          cross join lateral (${placedRelease('t.release_id')}) r
          union all
          select k.release_id, r.title, k.title, k.isrc, k.pcm_sha256, r.place
          from own
          cross join lateral (
            select * from recordings k
            where k.account_id = $1 and (k.isrc = own.isrc or k.pcm_sha256 = own.pcm)) k
          cross join lateral (${placedRelease('k.release_id')}) r
          where (k.isrc <> own.isrc or k.pcm_sha256 <> own.pcm)
            -- The audio of a delivered track is being replaced: its ISRC moves with the submission.
            and not (k.release_id = $2 and exists (
              select from tracks t
              where t.account_id = $1 and t.release_id = $2 and t.delivered and t.isrc = k.isrc))
            -- Other audio under an ISRC of the replaced release has its own rule.
            and not (k.release_id = $6 and k.isrc = own.isrc)) x) as "otherTracks",
       (select coalesce(json_agg(x), '[]') from (
          select r.id as "releaseId", r.title, r.gtin14, ${placeOf('r')} as place,
                 exists (select from replacements p where p.account_id = $1 and p.replaced_id = r.id) as "isReplaced"
          from releases r
          where r.account_id = $1 and r.id <> all(array[$2, $6]) and r.gtin14 = $5 and r.deleted_at is null
            and (r.status not in ('draft', 'changes_requested', 'rejected') or r.first_delivered_at is not null)
            -- Its replacement has the UPC.
            and not exists (select from replacements p join releases n on n.account_id = $1 and n.id = p.release_id
                            where p.account_id = $1 and p.replaced_id = r.id and n.gtin14 = r.gtin14)
          order by r.id limit 1) x) as "otherReleases",
       (select place from upc_pool where taken_at is null order by place limit 1) is not null as "hasFreeUpc",
       (select json_build_object(
          'label', l.name, 'isrcPrefix', l.isrc_prefix, 'upcRange', l.upc_range,
          'hasIsrc', l.isrc_prefix is not null and not exists (
             select from isrc_counters i where i.prefix = l.isrc_prefix and i.year = $8 and i.last >= 99999),
          'hasUpc', exists (select from upc_ranges u where u.account_id = $1 and u.prefix = l.upc_range
                              and u.next < 10::bigint ^ (12 - length(u.prefix))))
        from label_codes l where l.account_id = $1 and l.name_key = $7) as "labelCodes"`,
    [
      common.releaseId,
      common.recordings.map(({ isrc }) => isrc),
      common.recordings.map(({ pcmSha256 }) => pcmSha256),
      common.gtin14,
      common.replacedId ?? '',
      common.labelKey ?? null,
      common.year ?? null,
    ],
  )
  return row ?? { otherTracks: [], otherReleases: [], hasFreeUpc: false, labelCodes: null }
}

export async function hasFreeUpc(sql: Tenant): Promise<boolean> {
  const none = { releaseId: '', recordings: [], gtin14: null }
  return (await findAccountContext(sql, none)).hasFreeUpc
}

/** The releases that refer to the upload, by id. An upload is analysed once, so these are the ones made before that. */
export const findReleasesToCheck = (sql: Tenant, uploadId: string): Promise<{ id: string }[]> =>
  sql.readRows(
    `select id from releases where account_id = $1 and cover_upload_id = $2 and deleted_at is null
     union
     select release_id from tracks where account_id = $1 and upload_id = $2
     order by id`,
    [uploadId],
  )

export const isUploadReferred = async (sql: Pick<Tenant, 'readRow'>, uploadId: string): Promise<boolean> =>
  (await sql.readRow('select 1 from upload_references where account_id = $1 and upload_id = $2 limit 1', [
    uploadId,
  ])) !== undefined
