import { readConfig } from '../../src/config/config.ts'
import { mail, type NewMail } from '../../src/features/mail/index.ts'
import { unsubscribe } from '../../src/features/notices/choice-service.ts'
import { type Choices, operatorScope } from '../../src/features/notices/choices.ts'
import { saveChoices } from '../../src/features/notices/notice-queries.ts'
import { sendNoticesJob } from '../../src/features/notices/send-notices.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { type AccountId, type Id, idGenerator } from '../../src/platform/values/ids.ts'
import { atEnd } from './cleanup.ts'
import { createTestDatabase } from './hub.ts'
import { mailSettings } from './mail-server.ts'

/** The job that tells people, on a database of its own, with a clock of the test. Messages stay in the outbox. */

export interface Told {
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly links: readonly string[]
}

interface NewPerson {
  readonly isProven?: boolean
  readonly isDisabled?: boolean
  readonly isOperator?: boolean
}

export type NoticeDesk = Awaited<ReturnType<typeof openNoticeDesk>>

export async function openNoticeDesk(startMs: number, environment: Record<string, string> = {}) {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  const { database } = opened
  const { system } = database
  let nowMs = startMs
  const clock = { now: () => nowMs }
  const ids = idGenerator(clock)
  const config = readConfig({ SPINDLE_PUBLIC_URL: 'https://music.example', ...mailSettings(9), ...environment })
  const outbox = mail.make({
    config,
    database,
    clock,
    ids,
    log: silentLog,
    jobs: jobQueue(),
    metrics: prometheusMetrics(),
    secrets: [Buffer.alloc(32, 1)],
    isHeld: async () => false,
  })
  const told: Told[] = []
  /** What `post` does before a message is written. */
  const hooks = { beforePost: async (_mail: NewMail): Promise<void> => {} }
  const names = new Map<AccountId, string>()
  const run = async (isHeld = false): Promise<void> => {
    const job = sendNoticesJob({
      config,
      database,
      clock,
      mail: {
        ...outbox,
        async post(trx, message) {
          await hooks.beforePost(message)
          const { to, kind, content } = message
          const { subject, paragraphs, links = [] } = content
          const one = { to, kind, subject, paragraphs, links: links.map(({ url }) => url) }
          trx.afterCommit(() => void told.push(one))
          return outbox.post(trx, message)
        },
      },
      accounts: { findNames: async (wanted) => new Map(wanted.map((id) => [id, names.get(id) ?? ''])) },
      outlets: { list: () => [{ id: 'north', name: 'North Store' }] as never },
      isHeld: async () => isHeld,
      unsubscribeUrl: (userId, scope) => `https://music.example/unsubscribe/${userId}/${scope}`,
    })
    await job.handle({})
  }
  return {
    opened,
    outbox,
    system,
    told,
    hooks,
    run,
    /** Runs the job, and returns what it told. */
    async tell(): Promise<Told[]> {
      told.length = 0
      await run()
      return [...told]
    },
    at(instant: string): void {
      nowMs = Date.parse(instant)
    },
    pass(ms: number): void {
      nowMs += ms
    },
    async addAccount(name: string): Promise<AccountId> {
      const id = ids.make('acc')
      names.set(id, name)
      await system.execute(`insert into accounts (id, name) values ($1, $2)`, [id, name])
      return id
    },
    async addPerson(email: string, { isProven = true, isDisabled = false, isOperator = false }: NewPerson = {}) {
      const id = ids.make('usr')
      await system.execute(
        `insert into users (id, name, email, email_proven_by, is_operator, created_at, disabled_at)
         values ($1, 'Mia', $2, $3, $4, $5, $6)`,
        [id, email, isProven ? 'operator' : null, isOperator, new Date(nowMs), isDisabled ? new Date(nowMs) : null],
      )
      return id
    },
    async join(accountId: AccountId, userId: Id<'usr'>): Promise<void> {
      await system.execute(
        `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())`,
        [accountId, userId],
      )
    },
    async leave(accountId: AccountId, userId: Id<'usr'>): Promise<void> {
      await database.transaction(async (trx) => {
        await trx.execute(`select set_config('spindle.erases_account', 'on', true)`)
        await trx.execute(`delete from memberships where account_id = $1 and user_id = $2`, [accountId, userId])
      })
    },
    /** In an account, or as an operator. */
    choose: (userId: Id<'usr'>, accountId: AccountId | null, choices: Choices): Promise<void> =>
      database.transaction((trx) => saveChoices(trx, { userId, scope: accountId ?? operatorScope }, choices)),
    /** By the link of a mail. */
    unsubscribe: (userId: Id<'usr'>, accountId: AccountId): Promise<void> =>
      unsubscribe(database, { userId, scope: accountId }),
    /** As a trigger writes it. */
    async happen(accountId: AccountId, topic: string, kind: string, facts: object = {}, count = 1): Promise<void> {
      await system.execute(`select add_notice($1, $2, $3, $4::jsonb) from generate_series(1, $5)`, [
        accountId,
        topic,
        kind,
        JSON.stringify(facts),
        count,
      ])
    },
    async countRows(): Promise<{ events: number; tallies: number }> {
      const row = await system.row<{ events: number; tallies: number }>(
        `select (select count(*)::int from notice_events) as events, (select count(*)::int from notice_tallies) as tallies`,
      )
      return row ?? { events: 0, tallies: 0 }
    },
  }
}
