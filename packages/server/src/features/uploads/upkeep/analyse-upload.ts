import { createReadStream } from 'node:fs'
import type { Finding } from '@spindle/contract'
import { checksumMismatch, findingFrom, storageFailed } from '@spindle/contract/rules'
import type { BlobReceipt, BlobRef, Blobs, LocalFile } from '../../../platform/blobs/blobs.ts'
import type { Database, Tenant, TenantTransaction } from '../../../platform/database/sql.ts'
import { type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import { sha256OfStream } from '../../../platform/values/sha256.ts'
import type { MediaAnalyser } from '../../media/index.ts'
import { analyseUpload } from '../finish-upload.ts'
import {
  type AnalysisRow,
  beginAnalysis,
  saveDigest,
  saveVerdict,
  type UploadId,
  type Verdict,
} from '../model/upload-queries.ts'

/** Called in the transaction that makes an upload `ready` or `rejected`. */
export type OnUploadAnalysed = (trx: TenantTransaction, accountId: AccountId, uploadId: UploadId) => Promise<void>

export interface AnalysisDependencies {
  readonly database: Database
  readonly blobs: Blobs
  readonly analyser: Pick<MediaAnalyser, 'analyse'>
  readonly onUploadAnalysed: OnUploadAnalysed
  readonly log: Log
}

/**
 * `received -> analysing -> ready | rejected`. After an interruption it starts again; the first verdict is final.
 *
 * A file that no process saw completely gets its digest here, before anything else is analysed.
 */
export const analysisJob = ({ database, blobs, analyser, onUploadAnalysed, log }: AnalysisDependencies): JobHandler =>
  jobHandler({
    job: analyseUpload,
    async handle({ accountId, id }) {
      const tenant = database.tenant(accountId)
      const begun = await beginAnalysis(tenant, id)
      if (!begun) return
      const { verdict, isWanted, consolidated } = await analyse({ tenant, blobs, analyser, log }, id, begun)
      const isFirst = await database.tenantTransaction(accountId, async (trx) => {
        const stored = await saveVerdict(trx, id, verdict, { read: begun.receipt, consolidated })
        if (stored) await onUploadAnalysed(trx, accountId, id)
        return stored
      })
      if (isFirst) log.info('uploads.analysed', { uploadId: id, status: verdict.status })
      if (isFirst && !isWanted) await blobs.delete(id)
    },
  })

interface Analysis extends Pick<AnalysisDependencies, 'blobs' | 'analyser' | 'log'> {
  readonly tenant: Tenant
}

interface Analysed {
  readonly verdict: Verdict
  /** False for bytes that do not match the announcement. */
  readonly isWanted: boolean
  /** The receipt of the bytes after they were stored again as one piece; undefined if they were not. */
  readonly consolidated?: BlobReceipt | undefined
}

/** A report is read when it is imported. It only comes here if it was never read completely. */
const judge = async (
  analyser: AnalysisDependencies['analyser'],
  path: string,
  kind: AnalysisRow['kind'],
): Promise<Verdict> =>
  kind === 'report' ? { status: 'ready', technical: null, findings: [] } : analyser.analyse({ path, kind })

/**
 * A storage that moves the bytes also shows whether it kept them: if the same difference occurs twice it is not a read
 * error.
 */
async function analyse(
  { tenant, blobs, analyser, log }: Analysis,
  id: UploadId,
  { kind, sha256: known, expectedSha256, receipt }: AnalysisRow,
): Promise<Analysed> {
  const wanted = known ?? expectedSha256
  let found: Buffer | undefined
  const readBack = () =>
    blobs.withLocalFile({ key: id, receipt }, async (file): Promise<Analysed | undefined> => {
      found = await digestOf(file, known)
      if (found && wanted && !found.equals(wanted)) return undefined
      if (found && !known) await saveDigest(tenant, id, found)
      const verdict = await judge(analyser, file.path, kind)
      if (!found || verdict.status !== 'ready') return { verdict, isWanted: true }
      const consolidated = await consolidate({ blobs, log }, { key: id, receipt }, { ...file, sha256: found })
      return { verdict, isWanted: true, consolidated }
    })
  const analysed = (await readBack()) ?? (await readBack())
  if (analysed) return analysed
  const sha256 = found?.toString('hex') ?? ''
  if (!known) return { verdict: rejectedFor(findingFrom(checksumMismatch, { sha256 })), isWanted: false }
  log.error('uploads.bytes_differ', { uploadId: id, sha256: known.toString('hex') })
  return { verdict: rejectedFor(findingFrom(storageFailed, undefined)), isWanted: true }
}

/** Several pieces read the same as one, so a failure here does not delay the upload. */
async function consolidate(
  { blobs, log }: Pick<Analysis, 'blobs' | 'log'>,
  blob: BlobRef,
  file: LocalFile & { readonly sha256: Buffer },
): Promise<BlobReceipt | undefined> {
  try {
    const receipt = await blobs.consolidate(blob, file)
    if (!receipt) return undefined
    // `ready` promises that the bytes were read back, including these.
    const sha256 = await sha256OfStream(await blobs.read({ key: blob.key, receipt }))
    if (!sha256.equals(file.sha256)) throw new Error('the storage answers other bytes than it was sent')
    return receipt
  } catch (error) {
    log.warn('uploads.consolidate_failed', { uploadId: blob.key, error })
    return undefined
  }
}

const rejectedFor = (finding: Finding): Verdict => ({ status: 'rejected', technical: null, findings: [finding] })

/** Undefined if it is known and nothing was moved: the file is not read only for that. */
const digestOf = async ({ path, sha256 }: LocalFile, known: Buffer | null): Promise<Buffer | undefined> =>
  sha256 ?? (known ? undefined : await sha256OfStream(createReadStream(path)))
