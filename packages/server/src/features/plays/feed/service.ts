import {
  AppError,
  type AudioFormat,
  type ImageSize,
  type PlayableRendition,
  type SignedAddress,
} from '@spindle/contract'
import type { PropertyPrincipal } from '../../../http/principal.ts'
import { contentEtag, etagOf } from '../../../http/responses/etag.ts'
import {
  type FileResponse,
  type PageRequest,
  type PageResult,
  RawJson,
} from '../../../http/responses/handler-response.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Previews } from '../../previews/index.ts'
import type { Rendition, Renditions } from '../../renditions/index.ts'
import { findUploads, type StoredUploads } from '../../uploads/index.ts'
import { feedPaused } from './feed-paused.ts'
import { formatFeedPosition, parseFeedPosition } from './feed-position.ts'
import {
  findAudio,
  findLiveCover,
  findLiveRelease,
  insertFeedTimeline,
  type LiveReleaseRow,
  listFeed,
} from './feed-queries.ts'
import type { SignedAddresses } from './signed-addresses.ts'

/** What a property may play, and the bytes of it. */
export interface FeedService {
  /** Throws `feed_paused` while a restored hub is held. */
  list(property: string, page: PageRequest): Promise<PageResult<never>>
  /** Sends every property through its whole feed again: the database went back in time. */
  restart(reason: string): Promise<void>
  /**
   * The master, or a compressed copy of it. Throws `track_not_found` for every track that is not live at the property now,
   * and what `Renditions` throws.
   */
  getAudio(property: string, trackId: string, format: AudioFormat | undefined): Promise<FileResponse>
  /** Throws `release_not_found` for every release of which no track is live at the property now. */
  getRelease(
    property: PropertyPrincipal,
    releaseId: string,
    network: string | undefined,
  ): Promise<{ readonly body: RawJson; readonly etag: string }>
  /** The same for its cover, and if it has none. */
  getCover(property: string, releaseId: string, size: ImageSize): Promise<FileResponse>
}

export interface FeedServiceOptions {
  readonly database: Database
  readonly uploads: Pick<StoredUploads, 'openForReading' | 'findUrl'>
  readonly previews: Pick<Previews, 'openImage'>
  readonly renditions: Pick<Renditions, 'find' | 'openMp3'>
  readonly addresses: Pick<SignedAddresses, 'signerFor'>
  readonly publicUrl: string
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** Called with the position at which the page ends. */
  onRead(property: string, position: number): void
}

export function feedService(options: FeedServiceOptions): FeedService {
  const { database, uploads, previews, renditions, addresses, publicUrl, isHeld, onRead } = options
  return {
    async list(property, { after, limit }) {
      if (await isHeld()) throw feedPaused()
      const position = after === undefined ? undefined : parseFeedPosition(after)
      const { data, isCut, last, reset } = await listFeed(database.system, {
        property,
        after: position,
        limit,
        publicUrl,
      })
      onRead(property, last.position)
      return { data, next: formatFeedPosition(last), hasMore: isCut, extraMembers: { reset } }
    },
    restart: (reason) => insertFeedTimeline(database.system, reason),
    async getAudio(property, trackId, format) {
      const audio = await findAudio(database.system, property, trackId)
      if (!audio) throw new AppError('track_not_found')
      if (format !== undefined) return renditions.openMp3(audio)
      const { accountId, uploadId, contentType, size, sha256 } = audio
      return {
        file: {
          mediaType: contentType,
          size,
          open: async (start, end) => (await uploads.openForReading(accountId, uploadId, { start, end })).stream,
          findUrl: (answer) => uploads.findUrl(accountId, uploadId, answer),
        },
        etag: etagOf(sha256),
        headers: { 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' },
      }
    },
    async getRelease(property, releaseId, network) {
      const release = await findLiveRelease(database.system, { property: property.id, releaseId, publicUrl })
      if (!release) throw new AppError('release_not_found')
      const ready = await renditions.find(
        release.accountId,
        release.tracks.map(([, , uploadId]) => uploadId),
      )
      const data = addAddresses(release, { releaseId, ready, sign: addresses.signerFor(property, network) })
      return { body: new RawJson(data), etag: contentEtag(data) }
    },
    async getCover(property, releaseId, size) {
      const live = await findLiveCover(database.system, { property, releaseId })
      if (!live) throw new AppError('release_not_found')
      const { accountId, coverUploadId } = live
      const id = coverUploadId ?? ''
      const cover = (await findUploads(database.tenant(accountId), [id])).get(id)
      if (!cover) throw new AppError('release_not_found', { detail: 'The release has no cover.' })
      const image = await previews.openImage(accountId, cover, size)
      // The next revision can have another cover at this address.
      return { ...image, headers: { ...image.headers, 'cache-control': 'private, no-cache' } }
    },
  }
}

interface Addition {
  readonly releaseId: string
  /** By upload. */
  readonly ready: ReadonlyMap<string, Rendition>
  readonly sign: ReturnType<SignedAddresses['signerFor']>
}

const toRendition = ({ bitRate, bytes }: Rendition, signedAudio: SignedAddress): PlayableRendition => ({
  format: 'mp3',
  contentType: 'audio/mpeg',
  bitRate,
  size: bytes,
  signedAudio,
})

/** Text is put together, because a release can be megabytes of JSON that nothing here has to read. */
function addAddresses({ data, coverUploadId, tracks }: LiveReleaseRow, { releaseId, ready, sign }: Addition): string {
  const withMembers = (json: string, members: string): string => `${json.slice(0, -1)},${members}}`
  const signed = tracks.map(([trackId, track, uploadId]) => {
    const made = ready.get(uploadId)
    const renditions = made ? [toRendition(made, sign('audio-mp3', trackId))] : []
    const signedAudio = sign('audio', trackId)
    return withMembers(track, `"signedAudio":${JSON.stringify(signedAudio)},"renditions":${JSON.stringify(renditions)}`)
  })
  const cover = coverUploadId === null ? null : sign('cover', releaseId)
  return withMembers(data, `"signedCover":${JSON.stringify(cover)},"tracks":[${signed.join(',')}]`)
}
