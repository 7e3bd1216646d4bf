import type { AppError } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { ReleaseDrafts } from '../../releases/index.ts'
import { findUploads, type UploadContent } from '../../uploads/index.ts'
import { isFinal } from '../final-errors.ts'
import type { ImportJob } from '../import-job.ts'
import {
  type Ended,
  endImport,
  findWaitingImport,
  type ImportRow,
  lockWaitingImport,
  type MessageColumns,
} from '../import-queries.ts'
import type { MessageReader } from '../read-in-jail.ts'
import type { ReadMessage } from '../reader/reading.ts'
import { emptyReport } from '../report.ts'
import { decideImport } from './decide-import.ts'
import { fileMatcher, type MatchedFile, type MatchedFiles } from './match-files.ts'

/** Reads a submitted message and applies it. After an interruption it starts again from the beginning. */

export interface ImportApplierOptions {
  readonly database: Database
  readonly clock: Clock
  readonly reader: MessageReader
  readonly drafts: ReleaseDrafts
  readonly readUpload: UploadContent['read']
  readonly log: Log
}

const unread: MessageColumns = {
  version: null,
  messageId: null,
  senderId: null,
  senderName: null,
  messageCreatedAt: null,
}

const columnsOf = ({ version, messageId, sender, createdAt }: ReadMessage): MessageColumns => ({
  version,
  messageId,
  senderId: sender.id,
  senderName: sender.name,
  messageCreatedAt: createdAt,
})

interface Refusal {
  readonly code: string
  readonly detail: string
  readonly line: number | null
}

const refused = (message: MessageColumns, { code, detail, line }: Refusal): Omit<Ended, 'endedAt'> => ({
  status: 'refused',
  releaseId: null,
  message,
  report: { ...emptyReport, refusal: { code, detail, line } },
})

/** The first errors of the release that would result, as the API would report them. */
function explain({ code, message, options }: AppError): Refusal {
  const faults = (options.errors ?? []).slice(0, 5).map(({ pointer, detail }) => `${pointer || '/'}: ${detail}`)
  return { code, detail: [message, ...faults].join(' ').slice(0, 4000), line: null }
}

export function importApplier(options: ImportApplierOptions): (job: ImportJob) => Promise<void> {
  const { database, clock, reader, drafts, log } = options
  return async ({ accountId, importId }) => {
    const row = await findWaitingImport(database.tenant(accountId), importId)
    if (!row) return
    const end = async (outcome: Omit<Ended, 'endedAt'>): Promise<void> => {
      const endedAt = new Date(clock.now())
      await database.tenantTransaction(accountId, (trx) => endImport(trx, importId, { ...outcome, endedAt }))
      log.info('imports.ended', { importId, status: outcome.status })
    }
    const reading = await reader.read(row.message)
    if (reading.outcome === 'refused') return end(refused(unread, reading))
    const { message } = reading
    const files = await matchFiles(options, accountId, { row, message })
    try {
      const status = await database.tenantTransaction(accountId, async (trx) => {
        if (!(await lockWaitingImport(trx, importId))) return undefined
        const decided = await decideImport({ trx, actor: row.actor }, { drafts, row, message, files })
        await endImport(trx, importId, { ...decided, message: columnsOf(message), endedAt: new Date(clock.now()) })
        return decided.status
      })
      log.info('imports.ended', { importId, status })
    } catch (error) {
      if (!isFinal(error)) throw error
      await end(refused(columnsOf(message), explain(error)))
    }
  }
}

/** Before the transaction, because bytes may have to be read. */
async function matchFiles(
  { database, readUpload }: Pick<ImportApplierOptions, 'database' | 'readUpload'>,
  accountId: AccountId,
  { row, message: { release } }: { readonly row: ImportRow; readonly message: ReadMessage },
): Promise<MatchedFiles> {
  if (!release) return { tracks: [], cover: undefined }
  const ids = row.files.map(({ uploadId }) => uploadId)
  const uploads = await findUploads(database.tenant(accountId), ids)
  const match = fileMatcher({ given: row.files, uploads, read: readUpload })
  const tracks: MatchedFile[] = []
  for (const track of release.tracks) tracks.push(await match(track.file, 'audio'))
  const cover = release.cover ? await match(release.cover, 'image') : undefined
  return { tracks, cover }
}
