import { AppError } from '@spindle/contract'
import { etagOf } from '../../http/responses/etag.ts'
import type { FileResponse } from '../../http/responses/handler-response.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { UploadContent } from '../uploads/index.ts'
import type { MasterRef, Rendition, Renditions } from './index.ts'
import { jobOptionsOf, makeRenditions, renditionName } from './make-renditions.ts'
import { deleteRendition, listRenditions, type RenditionRow, requestRenditions } from './rendition-queries.ts'

export interface RenditionServiceOptions {
  /** In kbit/s; undefined if there are no renditions. */
  readonly bitRate: number | undefined
  readonly database: Database
  readonly content: UploadContent
  readonly jobs: Jobs
  readonly clock: Clock
}

/** Then a rendition that is not ready is requested again: its job has used up its attempts, or could not encode the master. */
const staleMs = 24 * 60 * 60_000
/** What a track of a few minutes takes, with others before it. */
const retryAfterSeconds = 30

interface Asked {
  readonly accountId: AccountId
  readonly uploadIds: readonly string[]
  readonly bitRate: number
}

export function renditionService(options: RenditionServiceOptions): Pick<Renditions, 'find' | 'openMp3'> {
  const { bitRate, database, clock } = options
  const list = async (asked: Asked): Promise<RenditionRow[]> => {
    const staleBefore = new Date(clock.now() - staleMs)
    const rows = await listRenditions(database.tenant(asked.accountId), asked)
    const valid = rows.filter(({ status, requestedAt }) => status === 'ready' || requestedAt >= staleBefore)
    await requestMissing(options, { ...asked, staleBefore }, valid)
    return valid
  }
  return {
    async find(accountId, uploadIds) {
      if (bitRate === undefined || uploadIds.length === 0) return new Map()
      const ready = new Map<string, Rendition>()
      for (const row of await list({ accountId, uploadIds, bitRate }))
        if (row.bytes !== null && !ready.has(row.uploadId))
          ready.set(row.uploadId, { bitRate: row.bitRate, bytes: row.bytes })
      return ready
    },
    async openMp3(master) {
      const { accountId, uploadId } = master
      if (bitRate === undefined)
        throw new AppError('rendition_unavailable', { detail: 'This hub makes no compressed audio.' })
      const rows = await list({ accountId, uploadIds: [uploadId], bitRate })
      const ready = rows.find(({ bytes }) => bytes !== null)
      if (ready?.bytes) return toResponse(options, master, { bitRate: ready.bitRate, bytes: ready.bytes })
      if (rows.some((row) => row.status === 'failed' && row.bitRate === bitRate))
        throw new AppError('rendition_unavailable', {
          detail: 'The hub could not encode this master, or the MP3 would not be smaller.',
        })
      throw notReady()
    },
  }
}

const notReady = (): AppError => new AppError('rendition_not_ready', { retryAfterSeconds })

/** Reads change nothing once all of them were requested. */
async function requestMissing(
  { database, jobs, clock }: RenditionServiceOptions,
  { accountId, uploadIds, bitRate, staleBefore }: Asked & { readonly staleBefore: Date },
  rows: readonly RenditionRow[],
): Promise<void> {
  const known = new Set(rows.filter((row) => row.bitRate === bitRate).map((row) => row.uploadId))
  const missing = uploadIds.filter((id) => !known.has(id))
  if (missing.length === 0) return
  await database.tenantTransaction(accountId, async (trx) => {
    const request = { uploadIds: missing, bitRate, now: new Date(clock.now()), staleBefore }
    if ((await requestRenditions(trx, request)) === 0) return
    await jobs.enqueue(trx.transaction, makeRenditions, { accountId }, jobOptionsOf({ accountId }))
  })
}

function toResponse(
  { database, content }: RenditionServiceOptions,
  { accountId, uploadId, sha256 }: MasterRef,
  { bitRate, bytes }: Rendition,
): FileResponse {
  return {
    file: {
      mediaType: 'audio/mpeg',
      size: bytes,
      async open(start, end) {
        const stream = await content.openRendition(uploadId, renditionName(bitRate), { start, end })
        if (stream) return stream
        // A backup has none of them, and a disk may lose them: the next request finds no row and has it made again.
        await database.tenantTransaction(accountId, (trx) => deleteRendition(trx, { uploadId, bitRate }))
        throw notReady()
      },
    },
    etag: etagOf(`${sha256}-mp3-${bitRate}`),
    headers: { 'content-disposition': 'inline', 'x-content-type-options': 'nosniff' },
  }
}
