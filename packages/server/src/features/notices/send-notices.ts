import type { Config } from '../../config/config.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import { defineJob, type JobHandler, jobHandler } from '../../platform/jobs/jobs.ts'
import type { AccountId, Id } from '../../platform/values/ids.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Mail } from '../mail/index.ts'
import type { OutletsFeature } from '../outlets/index.ts'
import { type Choices, defaultChoices, operatorScope, topicsAt, topicsOf } from './choices.ts'
import { lastDigestAt } from './digest-hour.ts'
import {
  collectEvents,
  type Due,
  deleteAllNotices,
  deleteOldNotices,
  findReader,
  listChoices,
  listDue,
  lockNotices,
  noteTold,
  takeTallies,
} from './notice-queries.ts'
import { noticeMail } from './texts.ts'

const sendNotices = defineJob<Record<string, never>>('sendNotices')

/** Events and people of one transaction. */
const eventLimit = 1_000
const peopleLimit = 50
/** Named in a mail; the others are counted. */
const kept = 5
/** A person who was told at once gets what follows together after this time. */
const pauseMs = 15 * 60_000
const keptMs = 2 * 24 * 60 * 60_000

export interface SendNoticesOptions {
  readonly config: Pick<Config, 'mail' | 'digestHour' | 'publicUrl'>
  readonly database: Database
  readonly clock: Clock
  readonly mail: Mail
  readonly accounts: Pick<Accounts, 'findNames'>
  readonly outlets: Pick<OutletsFeature, 'list'>
  /** Whether a restored hub still holds back everything it would send. */
  isHeld(): Promise<boolean>
  /** Where a person ends the notices of an account, or those of an operator, with one click. */
  unsubscribeUrl(userId: Id<'usr'>, scope: string): string
}

/**
 * Every minute: gives new events to people, and writes the mail that is due. Each step is one transaction that removes
 * what it tells, so that a process that ends in between tells nothing twice and loses nothing.
 */
export const sendNoticesJob = (options: SendNoticesOptions): JobHandler =>
  jobHandler({
    job: sendNotices,
    cron: '* * * * *',
    lane: 'webhooks',
    async handle() {
      const { config, database, clock } = options
      if (await options.isHeld()) return deleteAllNotices(database.system)
      // A worker without a mail server leaves the events to one that has it.
      if (!config.mail) return deleteOldNotices(database.system, new Date(clock.now() - keptMs))
      while ((await collect(options)) === eventLimit);
      while ((await tellDue(options)) === peopleLimit);
    },
  })

const collect = ({ database, clock }: SendNoticesOptions): Promise<number> =>
  database.transaction(async (trx) => {
    await lockNotices(trx)
    return collectEvents(trx, { limit: eventLimit, kept, at: new Date(clock.now()), defaults: defaultChoices })
  })

const tellDue = (options: SendNoticesOptions): Promise<number> =>
  options.database.transaction(async (trx) => {
    await lockNotices(trx)
    const nowMs = options.clock.now()
    const due = await listDue(trx, {
      digestAt: lastDigestAt(nowMs, options.config.digestHour),
      toldBefore: new Date(nowMs - pauseMs),
      defaults: defaultChoices,
      limit: peopleLimit,
    })
    for (const one of due) await tell(options, trx, one)
    return due.length
  })

async function tell(options: SendNoticesOptions, trx: Transaction, due: Due): Promise<void> {
  const { mail, clock } = options
  const { userId, scope, isDigest } = due
  const accountId = scope === operatorScope ? undefined : (scope as AccountId)
  const reader = await findReader(trx, due)
  if (!reader) {
    await takeTallies(trx, due, topicsOf(scope))
    return
  }
  await noteTold(trx, due, new Date(clock.now()))
  // Above the limit of the account, what would be told at once waits for the daily notices.
  if (!isDigest && accountId !== undefined && !(await mail.hasRoomForNotice(trx, accountId))) return
  const chosen = await findChosen(trx, due)
  const wanted = topicsAt(scope, chosen, isDigest ? ['at_once', 'daily'] : ['at_once'])
  const tallies = await takeTallies(trx, due, isDigest ? topicsOf(scope) : wanted)
  const told = tallies.filter(({ topic }) => wanted.includes(topic))
  if (told.length === 0) return
  const names = await options.accounts.findNames([...new Set(told.map((tally) => tally.accountId))])
  const content = noticeMail(told, {
    hubUrl: options.config.publicUrl,
    accountId,
    names,
    outletNames: new Map(options.outlets.list().map(({ id, name }) => [id, name])),
    isDigest,
    unsubscribeUrl: options.unsubscribeUrl(userId, scope),
  })
  await mail.post(trx, {
    kind: isDigest ? 'digest' : 'notice',
    to: reader.email,
    content,
    ...(accountId !== undefined && { accountId }),
  })
}

const findChosen = async (trx: Transaction, { userId, scope }: Due): Promise<Choices> =>
  (await listChoices(trx, userId)).find((row) => row.scope === scope)?.choices ?? {}
