import { createHash } from 'node:crypto'
import type { AccountId } from '../../src/platform/values/ids.ts'
import type { TestHub } from './hub.ts'

/** Releases that are live at properties, written directly to the tables, as deliveries leave them. */
export interface LiveRelease {
  readonly releaseId: string
  readonly trackIds: readonly string[]
  readonly uploadIds: readonly string[]
}

export interface LiveReleaseOptions {
  readonly accountId: AccountId
  /** The properties where it is live. */
  readonly properties?: readonly string[]
  readonly title?: string
  readonly trackTitles?: readonly string[]
  readonly isrcs?: readonly string[]
  readonly gtin14?: string
  readonly legacy?: boolean
  readonly liveAt?: string
  readonly container?: string
  /** More members of the document that is live. */
  readonly document?: Readonly<Record<string, unknown>>
  /** Bytes of every master; they have a row but are not stored. */
  readonly audio?: Buffer
}

export async function createLiveRelease(hub: TestHub, options: LiveReleaseOptions): Promise<LiveRelease> {
  const { accountId, properties = [], title = 'Night Drive', trackTitles = ['Intro'], legacy = false } = options
  const { ids, database } = hub.hub.http
  const releaseId = ids.make('rel')
  const trackIds = trackTitles.map(() => ids.make('trk'))
  const uploadIds = trackTitles.map(() => ids.make('upl'))
  const audio = options.audio ?? Buffer.from('audio')
  const liveAt = options.liveAt ?? '2026-01-01T00:00:00Z'
  const tracks = trackTitles.map((trackTitle, index) => ({
    id: trackIds[index],
    title: trackTitle,
    uploadId: uploadIds[index],
    disc: 1,
    number: index + 1,
    durationMs: 180_000,
    ...(options.isrcs?.[index] === undefined ? {} : { isrc: options.isrcs[index] }),
  }))
  const document = { title, type: 'ep', displayArtist: 'Ada', label: 'Test Records', ...options.document }
  await database.tenantTransaction(accountId, async (trx) => {
    for (const uploadId of uploadIds)
      await trx.execute(
        `insert into uploads (account_id, id, kind, size, received_bytes, sha256, status, technical)
         values ($1, $2, 'audio', $3, $3, $4, 'ready', $5)`,
        [
          uploadId,
          audio.length,
          createHash('sha256').update(audio).digest(),
          JSON.stringify({ kind: 'audio', container: options.container ?? 'flac', durationMs: 180_000 }),
        ],
      )
    await trx.execute(
      `insert into releases (account_id, id, status, type, title, display_artist, label, gtin14, upc, legacy, document,
                             track_count, duration_ms, live_at, release_date)
       values ($1, $2, $3, 'ep', $4, 'Ada', 'Test Records', $5, ltrim($5, '0'), $6, $7, $8, $9, $10, '2026-01-01')`,
      [
        releaseId,
        properties.length > 0 ? 'live' : 'draft',
        title,
        options.gtin14 ?? null,
        legacy,
        JSON.stringify(document),
        tracks.length,
        tracks.length * 180_000,
        liveAt,
      ],
    )
    for (const [index, track] of tracks.entries())
      await trx.execute(
        `insert into tracks (account_id, id, release_id, position, disc, number, title, isrc, upload_id, duration_ms, document)
         values ($1, $2, $3, $4, 1, $4, $5, $6, $7, 180000, '{}')`,
        [String(track.id), releaseId, index + 1, track.title, options.isrcs?.[index] ?? null, String(track.uploadId)],
      )
    await trx.execute(
      `insert into release_revisions (account_id, release_id, revision, document, tracks, sha256)
       values ($1, $2, 1, $3, $4, sha256('x'))`,
      [releaseId, JSON.stringify(document), JSON.stringify(tracks)],
    )
  })
  for (const property of properties) await makeLive(hub, { accountId, property, releaseId, tracks, liveAt })
  return { releaseId, trackIds, uploadIds }
}

interface Live {
  readonly accountId: AccountId
  readonly property: string
  readonly releaseId: string
  readonly tracks: readonly { readonly id: string | undefined; readonly uploadId: string | undefined }[]
  readonly liveAt: string
}

const makeLive = (hub: TestHub, { accountId, property, releaseId, tracks, liveAt }: Live): Promise<void> =>
  hub.hub.http.database.tenantTransaction(accountId, async (trx) => {
    const deliveryId = hub.hub.http.ids.make('dlv')
    await trx.execute(
      `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision,
                               live_revision, live_at)
       values ($1, $2, $3, $4, 'property', 'live', 1, 1, 1, $5)`,
      [deliveryId, releaseId, property, liveAt],
    )
    for (const [index, track] of tracks.entries())
      await trx.execute(
        `insert into delivery_tracks (account_id, delivery_id, track_id, position, status, offered, upload_id)
         values ($1, $2, $3, $4, 'live', $5, $6)`,
        [deliveryId, String(track.id), index + 1, JSON.stringify(track), String(track.uploadId)],
      )
  })

/** The effect of an outlet's confirmation of a takedown; `trackId` limits it to one track. */
export const takeDown = (
  hub: TestHub,
  {
    accountId,
    releaseId,
    property,
    trackId,
  }: { accountId: AccountId; releaseId: string; property: string; trackId?: string },
): Promise<void> =>
  hub.hub.http.database.tenantTransaction(accountId, async (trx) => {
    await trx.execute(
      `update delivery_tracks t set status = 'taken_down', offered = null, upload_id = null, changed_at = now()
       from deliveries d where d.account_id = $1 and t.account_id = $1 and d.id = t.delivery_id and d.release_id = $2
         and d.outlet_id = $3 and ($4::text is null or t.track_id = $4)`,
      [releaseId, property, trackId ?? null],
    )
  })
