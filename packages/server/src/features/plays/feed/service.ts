import { AppError } from '@spindle/contract'
import { etagOf } from '../../../http/etag.ts'
import type { FileResponse, PageRequest, PageResult } from '../../../http/handler-response.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Uploads } from '../../uploads/index.ts'
import { findAudio, listFeed } from './store.ts'

/** What a property may play, and the bytes of it. */
export interface FeedService {
  list(property: string, page: PageRequest): Promise<PageResult<never>>
  /** Throws `track_not_found` for every track that is not live at the property now. */
  getAudio(property: string, trackId: string): Promise<FileResponse>
}

export interface FeedServiceOptions {
  readonly database: Database
  readonly uploads: Pick<Uploads, 'openForReading'>
  readonly publicUrl: string
}

export function feedService({ database, uploads, publicUrl }: FeedServiceOptions): FeedService {
  return {
    async list(property, { after, limit }) {
      const { data, count, last } = await listFeed(database.system, {
        property,
        after: Number(after ?? 0),
        limit,
        publicUrl,
      })
      return { data, next: String(last), hasMore: count === limit }
    },
    async getAudio(property, trackId) {
      const audio = await findAudio(database.system, property, trackId)
      if (!audio) throw new AppError('track_not_found')
      const { accountId, uploadId, mediaType, size, sha256 } = audio
      return {
        file: {
          mediaType,
          size,
          open: async (start, end) => (await uploads.openForReading(accountId, uploadId, { start, end })).stream,
        },
        etag: etagOf(sha256),
        headers: { 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' },
      }
    },
  }
}
