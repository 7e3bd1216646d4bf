import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, type Jobs, jobHandler } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import { type Keys, tryToDecrypt } from '../../platform/secrets/encryption.ts'
import type { MailMessage } from './message.ts'
import {
  deleteOldMail,
  deleteUnsentMail,
  endMail,
  findMail,
  listOverdueMail,
  type MailRow,
  postponeMail,
} from './outbox-queries.ts'
import { findNextAttempt } from './retry-schedule.ts'
import { type MailFailure, type MailOutcome, type Sending, type SentMessage, sendMessage } from './send-message.ts'

/**
 * Sending happens outside of any transaction. A process that ends in between leaves the job, and the message is sent once
 * more with the same Message-ID.
 */

/** Of two jobs for one attempt, the later one does nothing. */
interface MailTurn {
  readonly id: string
  readonly attempts: number
}

const sendMail = defineJob<MailTurn>('sendMail')
const keepMail = defineJob<Record<string, never>>('keepMail')

export const noticeKinds = ['notice', 'digest'] as const

/**
 * One message of a queue at a time on all nodes: a dead mail server occupies two workers. Links that people wait for do
 * not wait for notices.
 */
const queueOf = (kind: string): string => (noticeKinds.some((notice) => notice === kind) ? 'notices' : 'mail')

export const enqueueMail = (
  jobs: Jobs,
  trx: Transaction,
  { id, kind, attempts }: MailTurn & Pick<MailRow, 'kind'>,
  runAt?: Date,
): Promise<void> =>
  jobs.enqueue(trx, sendMail, { id, attempts }, { queue: queueOf(kind), runAt, key: `mail ${id} ${attempts}` })

export interface MailJobOptions {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly jobs: Jobs
  readonly secretKeys: Keys
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  readonly retryDelaysMs?: readonly number[] | undefined
}

export const sendMailJob = (options: MailJobOptions, sending: Sending): JobHandler =>
  // Retries are planned here, so the job itself is repeated only if the database fails.
  jobHandler({ job: sendMail, lane: 'webhooks', handle: (turn) => sendOne(options, sending, turn) })

async function sendOne(options: MailJobOptions, sending: Sending, turn: MailTurn): Promise<void> {
  const { database, clock, log, secretKeys } = options
  if (await options.isHeld()) return dropUnsent(options)
  const row = await findMail(database.system, turn.id)
  if (row?.attempts !== turn.attempts) return
  const message = openMessage(secretKeys, row, sending)
  const outcome = message === undefined ? unreadable : await attempt(options, sending, { row, message })
  if (outcome.isSent) {
    await endMail(database.system, row.id, { failure: null, at: new Date(clock.now()) })
    log.info('mail.sent', { mailId: row.id, kind: row.kind })
  } else await fail(options, row, outcome)
}

const failed = (code: string): MailFailure => ({ isSent: false, isFinal: true, code, detail: '' })
const unreadable = failed('UNREADABLE')
const expired = failed('EXPIRED')

function attempt(
  { clock }: MailJobOptions,
  sending: Sending,
  { row, message }: { readonly row: MailRow; readonly message: SentMessage },
): Promise<MailOutcome> | MailFailure {
  return row.expiresAt.getTime() <= clock.now() ? expired : sendMessage(sending, message)
}

/** Undefined if no secret of the hub opens it. */
function openMessage(keys: Keys, { id, sealed, createdAt }: MailRow, { from }: Sending): SentMessage | undefined {
  const text = tryToDecrypt(keys, sealed)
  if (text === undefined) return undefined
  const host = from.address.slice(from.address.lastIndexOf('@') + 1)
  return { ...(JSON.parse(text) as MailMessage), messageId: `<${id}@${host}>`, at: createdAt }
}

/** Neither stored nor logged: the answer of the server, which can repeat the address and the link. */
async function fail(options: MailJobOptions, row: MailRow, { code, isFinal }: MailFailure): Promise<void> {
  const { database, clock, log, jobs, retryDelaysMs: delaysMs } = options
  const attempts = row.attempts + 1
  const nowMs = clock.now()
  const until = isFinal ? undefined : findNextAttempt({ attempts, nowMs, expiresAt: row.expiresAt, delaysMs })
  const about = { mailId: row.id, kind: row.kind, code, attempts }
  if (!until) {
    await endMail(database.system, row.id, { failure: code, at: new Date(nowMs) })
    log.warn('mail.given_up', about)
    return
  }
  await database.transaction(async (trx) => {
    if (await postponeMail(trx, row.id, { failure: code, until }))
      await enqueueMail(jobs, trx, { id: row.id, kind: row.kind, attempts }, until)
  })
  log.warn('mail.attempt_failed', about)
}

/** A restored hub, which may be a drill beside its original, must not send what the original has sent. */
async function dropUnsent({ database, log }: Pick<MailJobOptions, 'database' | 'log'>): Promise<void> {
  const count = await deleteUnsentMail(database.system)
  if (count > 0) log.warn('mail.dropped', { count, reason: 'restored' })
}

const keptMs = 24 * 60 * 60_000
const overdueMs = 10 * 60_000
/** The next run takes the rest. */
const resumeLimit = 1_000

/** Runs also without a mail server: what was written before its settings were removed must not stay. */
export const keepMailJob = ({ database, clock, log, jobs, isHeld }: MailJobOptions): JobHandler =>
  jobHandler({
    job: keepMail,
    cron: '*/10 * * * *',
    async handle() {
      if (await isHeld()) return dropUnsent({ database, log })
      const nowMs = clock.now()
      // What has expired within the last minutes is ended by its job, which knows more.
      const expiredBefore = new Date(nowMs - overdueMs)
      const count = await deleteOldMail(database.system, { endedBefore: new Date(nowMs - keptMs), expiredBefore })
      if (count > 0) log.warn('mail.dropped', { count, reason: 'expired' })
      const overdue = await listOverdueMail(database.system, new Date(nowMs - overdueMs), resumeLimit)
      if (overdue.length > 0)
        await database.transaction(async (trx) => {
          for (const turn of overdue) await enqueueMail(jobs, trx, turn)
        })
    },
  })
