import { defineJob } from '../../platform/jobs/jobs.ts'
import type { AccountId } from '../../platform/values/ids.ts'

export interface ImportJob {
  readonly accountId: AccountId
  readonly importId: string
}
export const applyImport = defineJob<ImportJob>('applyImport')

/** The messages and tables of an account are applied one at a time, in the order in which they came. */
export const importQueue = (accountId: AccountId): string => `imports:${accountId}`

export const queueOf = ({ accountId, importId }: ImportJob) => ({
  queue: importQueue(accountId),
  key: `import:${importId}`,
})
