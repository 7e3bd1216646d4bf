import type { Finding, ReleaseDocument } from '@spindle/contract'
import { DoFirst } from '../../../../platform/database/do-first.ts'
import type { TenantTransaction } from '../../../../platform/database/sql.ts'
import { defineJob, type Jobs } from '../../../../platform/jobs/jobs.ts'
import type { CheckHook } from './check-hook.ts'
import { findKeptFindings } from './hook-queries.ts'

/** The findings of the hook for a check, from what is known. */

export interface OwnFindings {
  readonly findings: readonly Finding[]
  /** What the findings are of, as the row of the release keeps it; undefined if the hook did not answer. */
  readonly sha256: string | undefined
}

export interface OwnFindingsOptions {
  readonly hook: CheckHook | undefined
  readonly jobs: Jobs
}

export interface OwnQuestion {
  readonly releaseId: string
  readonly document: ReleaseDocument
  /** Whether the check must have an answer. Otherwise a job asks the hook later. */
  readonly mustAsk: boolean
}

export interface HookWork {
  readonly accountId: string
  readonly releaseId: string
}
export const askHookJob = defineJob<HookWork>('askCheckHook')

const none: OwnFindings = { findings: [], sha256: undefined }

/** Throws `DoFirst` if the hook has to be asked before. */
export async function findOwnFindings(
  { hook, jobs }: OwnFindingsOptions,
  trx: TenantTransaction,
  { releaseId, document, mustAsk }: OwnQuestion,
): Promise<OwnFindings> {
  if (!hook) return none
  const question = await hook.questionOf(document)
  const answer = hook.find(question)
  if (answer) return { findings: answer.findings, sha256: answer.hasFailed ? undefined : question.sha256 }
  const kept = await findKeptFindings(trx, releaseId, question.sha256)
  if (kept) return { findings: kept, sha256: question.sha256 }
  const { accountId } = trx
  if (mustAsk) throw new DoFirst(() => hook.ask(accountId, question))
  // In one queue for each account, so that an import of thousands leaves room for others.
  await jobs.enqueue(
    trx.transaction,
    askHookJob,
    { accountId, releaseId },
    { key: `check-hook:${releaseId}`, queue: `check-hook:${accountId}` },
  )
  return none
}
