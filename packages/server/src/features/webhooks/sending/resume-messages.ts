import type { Clock } from '../../../platform/clock.ts'
import type { Database, Transaction } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../../platform/jobs/jobs.ts'
import { listOverdueMessages, listOverdueWebhooks } from '../messages/message-queries.ts'
import { enqueueTurn } from './send-job.ts'

/**
 * Messages whose job is lost are sent all the same: a restored backup has the messages and not the jobs. A message that
 * only waits for its turn gets a second job, and whichever comes later does nothing.
 */
const resumeWebhookMessages = defineJob<{ readonly overdueMs?: number }>('resumeWebhookMessages')

const usualOverdueMs = 10 * 60_000
/** In one transaction; the next run takes the rest. */
const resumeLimit = 1_000

export interface ResumeOptions {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
}

/** At once, for everything that is due: what a hold has kept back. */
export const resumeAllMessages = (jobs: Jobs, trx: Transaction): Promise<void> =>
  jobs.enqueue(trx, resumeWebhookMessages, { overdueMs: 0 })

export const resumeJob = ({ database, clock, jobs, isHeld }: ResumeOptions): JobHandler =>
  jobHandler({
    job: resumeWebhookMessages,
    cron: '*/10 * * * *',
    async handle({ overdueMs = usualOverdueMs }) {
      if (await isHeld()) return
      const dueBefore = new Date(clock.now() - overdueMs)
      for (const { accountId, webhookId, ...webhook } of await listOverdueWebhooks(database.system, dueBefore))
        await database.tenantTransaction(accountId, async (trx) => {
          const overdue = await listOverdueMessages(trx, { webhookId, dueBefore, limit: resumeLimit })
          for (const { id: messageId, turn } of overdue)
            await enqueueTurn(jobs, trx, webhook, { messageId, turn }, { key: `webhook ${messageId} ${turn}` })
        })
    },
  })
