import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { MediaAnalyser } from '../../media/index.ts'
import { analyseUpload } from '../finish-upload.ts'
import { beginAnalysis, storeVerdict, type UploadId } from '../model/upload-store.ts'

/** Called in the transaction that makes an upload `ready` or `rejected`. */
export type OnUploadAnalysed = (trx: TenantTransaction, accountId: AccountId, uploadId: UploadId) => Promise<void>

export interface AnalysisDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly analyser: Pick<MediaAnalyser, 'analyse'>
  readonly onUploadAnalysed: OnUploadAnalysed
  readonly log: Log
}

/** `received -> analysing -> ready | rejected`. Done again from the start when it was interrupted; the first verdict stands. */
export const analysisJob = ({ database, blobs, analyser, onUploadAnalysed, log }: AnalysisDependencies): JobHandler =>
  jobHandler({
    job: analyseUpload,
    async handle({ accountId, id }) {
      const begun = await beginAnalysis(database.tenant(accountId), id)
      if (!begun) return
      const verdict = await blobs.withLocalFile(id, (path) => analyser.analyse({ path, kind: begun.kind }))
      const isFirst = await database.tenantTransaction(accountId, async (trx) => {
        const stored = await storeVerdict(trx, id, verdict)
        if (stored) await onUploadAnalysed(trx, accountId, id)
        return stored
      })
      if (isFirst) log.info('uploads.analysed', { uploadId: id, status: verdict.status })
    },
  })
