import { AppError } from '@spindle/contract'
import type { Tenant } from '../../../platform/database/sql.ts'
import { findUsage } from './upload-store.ts'

/** How much one account may have under way and stored, so that it cannot fill the hub for the others. */
export interface UploadQuotas {
  readonly openUploads: number
  readonly storedBytes: number
  /** Files received and not analysed yet. */
  readonly waitingAnalyses: number
}

/** Throws `quota_exceeded` that names the quota, or `rate_limited` where waiting is enough. */
export async function requireQuota(sql: Tenant, quotas: UploadQuotas, newBytes: number): Promise<void> {
  const used = await findUsage(sql)
  if (used.waitingAnalyses >= quotas.waitingAnalyses)
    throw new AppError('rate_limited', {
      detail: `${used.waitingAnalyses} files of the account wait for their analysis. Send more when some are done.`,
      retryAfterSeconds: 30,
    })
  if (used.openUploads >= quotas.openUploads)
    throw quotaExceeded('openUploads', quotas.openUploads, 'Finish or delete unfinished uploads first.')
  if (used.storedBytes + newBytes > quotas.storedBytes)
    throw quotaExceeded('storedBytes', quotas.storedBytes, 'Delete uploads that no release uses, or ask the operator.')
}

const quotaExceeded = (quota: string, limit: number, fix: string): AppError =>
  new AppError('quota_exceeded', {
    detail: `The account may have at most ${limit} ${quota === 'storedBytes' ? 'stored bytes' : 'unfinished uploads'}. ${fix}`,
    extensions: { quota, limit },
  })
