import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import { NoRenditionError, type RenditionMaker } from '../media/index.ts'
import { findUploads, type UploadContent, type UploadFacts } from '../uploads/index.ts'
import { deleteOthers, deleteRendition, endRendition, listWaiting, type RenditionKey } from './rendition-queries.ts'

export interface MakeRenditionsOptions {
  readonly database: Database
  readonly content: UploadContent
  readonly maker: Pick<RenditionMaker, 'encodeMp3'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
}

export interface RenditionsOfAccount {
  readonly accountId: AccountId
}

/** Makes all renditions of an account that wait, one after the other. */
export const makeRenditions = defineJob<RenditionsOfAccount>('makeRenditions')

/** Accounts take turns. */
export const jobOptionsOf = ({ accountId }: RenditionsOfAccount) => ({
  key: `renditions:${accountId}`,
  queue: `renditions:${accountId}`,
  maxAttempts: 10,
})

/** Of the file beside the master. */
export const renditionName = (bitRate: number): string => `${bitRate}.mp3`

/** After this time another account has a turn. */
const turnMs = 5 * 60_000
const atOnce = 100

export const renditionsJob = (options: MakeRenditionsOptions): JobHandler =>
  jobHandler({
    job: makeRenditions,
    lane: 'renditions',
    async handle(payload) {
      const { database, jobs, log } = options
      const { accountId } = payload
      const endMs = performance.now() + turnMs
      const waiting = await listWaiting(database.tenant(accountId), atOnce)
      let failure: Error | undefined
      for (const [index, key] of waiting.entries()) {
        if (performance.now() >= endMs || index === atOnce - 1) {
          await database.tenantTransaction(accountId, (trx) =>
            jobs.enqueue(trx.transaction, makeRenditions, payload, jobOptionsOf(payload)),
          )
          break
        }
        // One master that cannot be read now must not hold back the others.
        await makeOne(options, accountId, key).catch((error: unknown) => {
          log.warn('renditions.attempt_failed', { uploadId: key.uploadId, error })
          failure ??= error instanceof Error ? error : new Error(String(error))
        })
      }
      if (failure) throw failure
    },
  })

async function makeOne(options: MakeRenditionsOptions, accountId: AccountId, key: RenditionKey): Promise<void> {
  const { database, content, log, clock } = options
  const upload = (await findUploads(database.tenant(accountId), [key.uploadId])).get(key.uploadId)
  if (upload?.status !== 'ready' || upload.technical?.kind !== 'audio') {
    await database.tenantTransaction(accountId, (trx) => deleteRendition(trx, key))
    return
  }
  const startMs = performance.now()
  const bytes = await encode(options, upload, key.bitRate)
  const now = new Date(clock.now())
  const dropped = await database.tenantTransaction(accountId, async (trx) => {
    await endRendition(trx, key, { bytes, now })
    if (bytes === null) return []
    if ((await findUploads(trx, [upload.id])).get(upload.id)?.status === 'ready') return deleteOthers(trx, key)
    // Its master was deleted meanwhile, with everything that was beside it.
    await deleteRendition(trx, key)
    return [key.bitRate]
  })
  for (const bitRate of dropped) await content.dropRendition(upload.id, renditionName(bitRate))
  const milliseconds = Math.round(performance.now() - startMs)
  if (bytes !== null) log.info('renditions.made', { uploadId: upload.id, bitRate: key.bitRate, bytes, milliseconds })
}

/** The length of the MP3; null if the master cannot be encoded, or is not larger than the MP3 would be. */
async function encode(
  { content, maker }: MakeRenditionsOptions,
  upload: UploadFacts,
  bitRate: number,
): Promise<number | null> {
  if (upload.technical?.kind !== 'audio' || upload.size === null) return null
  const { durationMs, sampleRate } = upload.technical
  // It would save nothing. So no account can fill the disk with more than its quota counts.
  if ((durationMs * bitRate) / 8 >= upload.size) return null
  let bytes = 0
  const counted = async function* (mp3: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of mp3) {
      bytes += piece.byteLength
      yield piece
    }
  }
  try {
    await content.withLocalFile(upload, (path) =>
      maker.encodeMp3({ path, durationMs, sampleRate, bitRate }, (mp3) =>
        content.keepStream(upload.id, renditionName(bitRate), counted(mp3)),
      ),
    )
    return bytes
  } catch (error) {
    if (error instanceof NoRenditionError) return null
    throw error
  }
}
