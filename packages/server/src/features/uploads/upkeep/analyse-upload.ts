import { findingFrom, storageFailed } from '@spindle/contract/rules'
import type { Blobs } from '../../../platform/blobs/blobs.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { MediaAnalyser } from '../../media/index.ts'
import { analyseUpload } from '../finish-upload.ts'
import { type AnalysisRow, beginAnalysis, storeVerdict, type UploadId, type Verdict } from '../model/upload-store.ts'

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
      const verdict = await analyse({ blobs, analyser, log }, id, begun)
      const isFirst = await database.tenantTransaction(accountId, async (trx) => {
        const stored = await storeVerdict(trx, id, verdict)
        if (stored) await onUploadAnalysed(trx, accountId, id)
        return stored
      })
      if (isFirst) log.info('uploads.analysed', { uploadId: id, status: verdict.status })
    },
  })

/** A storage that moves the bytes shows by the way whether it kept them: twice something else is no accident of reading. */
async function analyse(
  { blobs, analyser, log }: Pick<AnalysisDependencies, 'blobs' | 'analyser' | 'log'>,
  id: UploadId,
  { kind, sha256, receipt }: AnalysisRow,
): Promise<Verdict> {
  const readBack = () =>
    blobs.withLocalFile({ key: id, receipt }, async ({ path, sha256: found }) =>
      found === undefined || found.equals(sha256) ? analyser.analyse({ path, kind }) : undefined,
    )
  const verdict = (await readBack()) ?? (await readBack())
  if (verdict) return verdict
  log.error('uploads.bytes_differ', { uploadId: id, sha256: sha256.toString('hex') })
  return { status: 'rejected', technical: null, findings: [findingFrom(storageFailed, undefined)] }
}
