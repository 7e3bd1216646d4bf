import type { Config } from '../../config/config.ts'
import type { MailSettings } from '../../config/mail.ts'
import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logging/log.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { deriveKeys, encrypt, type Keys } from '../../platform/secrets/encryption.ts'
import { resealTogether, type SealedValues } from '../../platform/secrets/reseal.ts'
import type { AccountId, Ids } from '../../platform/values/ids.ts'
import { isMailable } from '../../platform/values/mail-address.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { checkMail } from './check-mail.ts'
import { enqueueMail, keepMailJob, noticeKinds, sendMailJob } from './mail-jobs.ts'
import { type MailContent, writeMessage } from './message.ts'
import {
  countMailOf,
  deleteMail,
  findWaitingMail,
  insertMail,
  lockSealedMail,
  saveSealedMail,
} from './outbox-queries.ts'
import { type MailNetwork, type MailOutcome, mailNetwork, sendMessage } from './send-message.ts'
import { testMail } from './texts.ts'

export { checkMail } from './check-mail.ts'
export { describeFailure } from './describe-failure.ts'
export { type MailContent, plainLine, plainName } from './message.ts'
export { hostOf, invitationMail, passwordChangedMail, programConnectedMail, signInLinkMail } from './texts.ts'

/** Mail of the hub to people. */
export interface Mail {
  /**
   * Sends it after the transaction has committed. False if nothing will be sent: without a mail server, on a restored
   * hub, to an address that no mail can have, and above the limit of the account.
   */
  post(trx: Transaction, mail: NewMail): Promise<boolean>
  /** False above the limit of notices that an account causes in a day. They count apart from all other mail. */
  hasRoomForNotice(trx: Transaction, accountId: AccountId): Promise<boolean>
}

export interface NewMail {
  readonly kind: 'invitation' | 'sign_in_link' | 'password_changed' | 'program_connected' | (typeof noticeKinds)[number]
  readonly to: string
  readonly content: MailContent
  /** The hub stops trying to send it at this time, and after two days at the latest. */
  readonly expiresAt?: Date
  /** The account that caused it. */
  readonly accountId?: AccountId
}

export interface MailFeature extends Feature, Mail {
  /** Recipients and texts as they are stored. */
  readonly sealed: SealedValues
}

export interface MailOptions {
  readonly config: Pick<Config, 'mail' | 'hubCommand'>
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly jobs: Jobs
  readonly metrics: Metrics
  readonly secrets: Keys
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** What tests use in place of certificates of the system and of two days. */
  readonly mailSending?: MailSending | undefined
}

export interface MailSending {
  readonly network?: MailNetwork
  readonly retryDelaysMs?: readonly number[]
}

const dayMs = 24 * 60 * 60_000
const lifeMs = 2 * dayMs
/** Above this, an account gets its links without mail: it must not use the hub to send mail to many people. */
const maxPerDay = 200

function mailFeature({ config, secrets, mailSending = {}, ...options }: MailOptions): MailFeature {
  const { database, clock, ids, jobs, metrics, isHeld } = options
  const secretKeys = deriveKeys(secrets, 'mail')
  const { network = mailNetwork, retryDelaysMs } = mailSending
  const jobOptions = { ...options, secretKeys, retryDelaysMs }
  metrics.gauge('spindle_mail_oldest_unsent_seconds', async () => {
    const { oldestAt } = await findWaitingMail(database.system)
    return oldestAt === null ? 0 : Math.max(0, (clock.now() - oldestAt.getTime()) / 1000)
  })
  const hasRoom = async (trx: Transaction, accountId: AccountId, areNotices: boolean): Promise<boolean> =>
    (await countMailOf(trx, { accountId, areNotices, since: new Date(clock.now() - dayMs) })) < maxPerDay
  return {
    hasRoomForNotice: (trx, accountId) => hasRoom(trx, accountId, true),
    async post(trx, { kind, to, content, expiresAt, accountId }) {
      if (!config.mail || !isMailable(to) || (await isHeld())) return false
      const nowMs = clock.now()
      const isNotice = noticeKinds.some((notice) => notice === kind)
      if (!isNotice && accountId !== undefined && !(await hasRoom(trx, accountId, false))) return false
      const id = ids.make('eml')
      const sealed = encrypt(secretKeys, JSON.stringify(writeMessage(to, content)))
      const until = new Date(Math.min(nowMs + lifeMs, expiresAt?.getTime() ?? Infinity))
      await insertMail(trx, {
        id,
        kind,
        accountId: accountId ?? null,
        sealed,
        createdAt: new Date(nowMs),
        expiresAt: until,
      })
      await enqueueMail(jobs, trx, { id, kind, attempts: 0 })
      return true
    },
    jobs: [keepMailJob(jobOptions), ...(config.mail ? [sendMailJob(jobOptions, { ...config.mail, network })] : [])],
    checks: [{ name: 'mail', run: () => checkMail(database.system, { clock, config }) }],
    sealed: resealTogether(database, secretKeys, {
      name: 'mail that waits',
      remedy: 'create the links again that were in it; the hub discards the mail itself',
      lock: lockSealedMail,
      save: saveSealedMail,
      remove: deleteMail,
    }),
  }
}

/** Sends a message at once, without a job, for an operator who tests the settings. */
export function sendTestMail(
  mail: MailSettings,
  { to, hubUrl, id }: { readonly to: string; readonly hubUrl: string; readonly id: string },
): Promise<MailOutcome> {
  const host = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)
  const message = { ...writeMessage(to, testMail(hubUrl)), messageId: `<${id}@${host}>`, at: new Date() }
  return sendMessage({ ...mail, network: mailNetwork }, message)
}

export const mail = defineFeature({
  name: 'mail',
  needs: ['config', 'database', 'clock', 'ids', 'log', 'jobs', 'metrics', 'secrets', 'isHeld', 'mailSending'],
  make: mailFeature,
})
