import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/logging/log.ts'
import { type LaterAnswer, OutletFailure, type OutletsFeature } from '../../outlets/index.ts'
import { isWithOutlets } from '../model/release-record.ts'
import { applyLaterAnswer, isStillAsked } from './apply-later-answer.ts'
import { rejectOnAbort } from './call-outlet.ts'
import { outletQueueOf } from './change-deliveries.ts'
import { type DeliveryChanges, type LockedDelivery, lockDelivery, saveStep } from './locked-delivery.ts'

/**
 * Polls outlets for later answers to messages that they have already answered. An outlet is read in its own queue, so
 * never while something is sent there, and each answer is applied separately: a failure does not delay the others.
 */

export interface LaterAnswerOptions extends DeliveryChanges {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'adapterOf' | 'list' | 'listServedSince'>
  /** Whether a restored hub still holds back all messages. */
  isHeld(): Promise<boolean>
  readonly clock: Clock
  readonly log: Log
}

/** A store without a message for this long is no longer polled. */
const servedWithinMs = 90 * 24 * 3_600_000
const timeoutMs = 120_000

interface Reading {
  readonly outletId: string
}
const readJob = defineJob<Reading>('readLaterAnswers')
const sweepJob = defineJob<Record<string, never>>('sweepLaterAnswers')

export const laterAnswerJobs = (options: LaterAnswerOptions): JobHandler[] => [
  jobHandler({ job: sweepJob, cron: '*/5 * * * *', handle: () => enqueueReadings(options) }),
  jobHandler({ job: readJob, lane: 'stores', handle: (reading) => readOutlet(options, reading) }),
]

async function enqueueReadings({ database, jobs, outlets, clock, isHeld }: LaterAnswerOptions): Promise<void> {
  if (await isHeld()) return
  const served = new Set(await outlets.listServedSince(clock.now() - servedWithinMs))
  const read = outlets.list().filter(({ id, kind }) => served.has(id) && outlets.adapterOf(kind)?.readLaterAnswers)
  await database.transaction(async (trx) => {
    for (const { id: outletId } of read)
      await jobs.enqueue(
        trx,
        readJob,
        { outletId },
        // With the priority of takedowns: it is short, and would otherwise never run if much waits.
        { key: `later-answers:${outletId}`, queue: outletQueueOf(outletId), priority: -1, maxAttempts: 1 },
      )
  })
}

async function readOutlet(options: LaterAnswerOptions, { outletId }: Reading): Promise<void> {
  const { outlets, log, database, isHeld } = options
  const outlet = outlets.list().find(({ id }) => id === outletId)
  const adapter = outlet && outlets.adapterOf(outlet.kind)
  if (!adapter?.readLaterAnswers || outlet?.isPaused === true || (await isHeld())) return
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const reading = adapter.readLaterAnswers(outletId, { settings: outlet?.settings, signal })
    for (const answer of await Promise.race([rejectOnAbort(signal), reading]))
      await database
        .tenantTransaction(answer.accountId, async (trx) => {
          const locked = await lockDelivery(options, trx, answer.deliveryId)
          if (locked && isStillAsked(locked.delivery, answer)) return
          if (locked) await apply(options, locked, answer)
          await answer.save(trx)
        })
        .catch((error: unknown) => log.warn('delivery.later_answer_failed', { deliveryId: answer.deliveryId, error }))
  } catch (error) {
    // The next run tries again.
    log.info('outlets.later_answers_unread', {
      outletId,
      code: error instanceof OutletFailure ? error.code : 'outlet_unreachable',
    })
  }
}

async function apply(options: LaterAnswerOptions, locked: LockedDelivery, answer: LaterAnswer): Promise<void> {
  const { delivery, context, change } = locked
  const { status } = change.state
  // A release that was taken down everywhere and is submitted again is sent again, or the account has changed its mind.
  const mayChange = isWithOutlets(status) || status === 'takedown_pending' || status === 'taken_down'
  const progress = mayChange ? applyLaterAnswer(delivery, answer, context) : undefined
  if (progress) await saveStep(options, locked, progress, answer.outcome.told)
}
