import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { mail, signInLinkMail } from '../../src/features/mail/index.ts'
import { jobQueue } from '../../src/platform/jobs/jobs.ts'
import { jsonLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { idGenerator } from '../../src/platform/values/ids.ts'
import { atEnd, undoAfterEach } from '../harness/cleanup.ts'
import { freePort } from '../harness/free-port.ts'
import { createTestDatabase } from '../harness/hub.ts'
import { mailSettings, startMailServer } from '../harness/mail-server.ts'

/** How long mail waits and stays, by a clock of the test and without a worker. */

const minute = 60_000
const hour = 60 * minute
const startMs = Date.parse('2026-05-01T08:00:00Z')
const content = signInLinkMail({
  hubUrl: 'https://music.example',
  link: 'https://music.example/console/sign-in#secret',
})

undoAfterEach()

describe('the outbox', () => {
  let opened: OpenDatabase
  let nowMs: number
  let log: string[]
  beforeEach(async () => {
    opened = await createTestDatabase()
    atEnd(() => opened.close())
    nowMs = startMs
    log = []
  })
  const clock = { now: () => nowMs }
  const open = (port: number | undefined, secrets: readonly [Buffer, ...Buffer[]] = [Buffer.alloc(32, 1)]) => {
    const feature = mail.make({
      config: readConfig(port === undefined ? {} : mailSettings(port)),
      database: opened.database,
      clock,
      ids: idGenerator(clock),
      log: jsonLog('debug', { write: (line) => void log.push(line) }),
      jobs: jobQueue(),
      metrics: prometheusMetrics(),
      secrets,
      isHeld: async () => false,
    })
    return {
      ...feature,
      post: (expiresAt?: Date) =>
        opened.database.transaction((trx) =>
          feature.post(trx, {
            kind: 'sign_in_link',
            to: 'mia@label.example',
            content,
            ...(expiresAt === undefined ? {} : { expiresAt }),
          }),
        ),
      check: async () => feature.checks?.[0]?.run(),
      async run(name: 'sendMail' | 'keepMail', payload: object = {}) {
        await feature.jobs?.find(({ job }) => job.name === name)?.handle(payload)
      },
    }
  }
  const rows = () =>
    opened.database.system.rows<{
      id: string
      sealed: Buffer | null
      attempts: number
      failure: string | null
      nextAttemptAt: Date | null
    }>('select id, sealed, attempts, failure, next_attempt_at as "nextAttemptAt" from mail_outbox order by id')
  const row = async () => {
    const [first] = await rows()
    if (!first) throw new Error('the outbox is empty')
    return first
  }
  const events = () => log.map((line) => JSON.parse(line)).map(({ event, code, reason }) => [event, code ?? reason])

  it('tries again within half a minute, and reports after a quarter of an hour that mail waits', async () => {
    const { post, run, check } = open(await freePort())
    expect(await post()).toBe(true)
    const { id } = await row()
    await run('sendMail', { id, attempts: 0 })
    const { attempts, failure, nextAttemptAt, sealed } = await row()
    expect({ attempts, failure }).toEqual({ attempts: 1, failure: 'ESOCKET' })
    expect(sealed?.toString('latin1')).not.toMatch(/mia|secret/)
    const waitMs = (nextAttemptAt?.getTime() ?? 0) - nowMs
    expect(waitMs).toBeGreaterThanOrEqual(30_000)
    expect(waitMs).toBeLessThanOrEqual(33_000)
    nowMs += 14 * minute
    expect(await check()).toMatchObject({ isFine: true })
    nowMs += minute
    expect(await check()).toEqual({
      isFine: false,
      text: expect.stringMatching(
        /^1 message waits for 127\.0\.0\.1:\d+, the oldest for 15 minutes; the last attempt failed with ESOCKET$/,
      ),
      fix: 'find the reason with: npm run hub -- mail test ADDRESS',
    })
    expect(events()).toEqual([['mail.attempt_failed', 'ESOCKET']])
  })

  it('sends once for two jobs of one attempt', async () => {
    const server = await startMailServer()
    const { post, run } = open(server.port)
    await post()
    const { id } = await row()
    await run('sendMail', { id, attempts: 0 })
    await run('sendMail', { id, attempts: 0 })
    expect(server.received.length).toBe(1)
    expect(await row()).toMatchObject({ sealed: null, attempts: 1, nextAttemptAt: null })
  })

  it.each([
    ['a link that has expired', new Date(startMs + 30 * minute), 30 * minute],
    ['everything else after two days', undefined, 48 * hour],
  ])('gives up %s', async (_what, expiresAt, laterMs) => {
    const server = await startMailServer()
    const { post, run } = open(server.port)
    await post(expiresAt)
    const { id } = await row()
    nowMs += laterMs
    await run('sendMail', { id, attempts: 0 })
    expect(server.received).toEqual([])
    expect(await row()).toMatchObject({ sealed: null, failure: 'EXPIRED' })
    expect(events()).toEqual([['mail.given_up', 'EXPIRED']])
  })

  it('plans no attempt after the link has expired', async () => {
    const { post, run } = open(await freePort())
    await post(new Date(startMs + 20_000))
    const { id } = await row()
    await run('sendMail', { id, attempts: 0 })
    expect(await row()).toMatchObject({ sealed: null, failure: 'ESOCKET' })
    expect(events()).toEqual([['mail.given_up', 'ESOCKET']])
  })

  it('forgets what has ended after a day, and what was never sent, also without a mail server', async () => {
    const server = await startMailServer()
    const { post, run } = open(server.port)
    await post()
    await run('sendMail', { id: (await row()).id, attempts: 0 })
    await post()
    const off = open(undefined)
    nowMs += 23 * hour
    await off.run('keepMail')
    expect((await rows()).length).toBe(2)
    nowMs += 2 * hour
    await off.run('keepMail')
    expect((await rows()).map(({ sealed }) => sealed === null)).toEqual([false])
    nowMs += 24 * hour
    await off.run('keepMail')
    expect(await rows()).toEqual([])
    expect(events().at(-1)).toEqual(['mail.dropped', 'expired'])
  })

  it('enqueues mail again whose job is lost', async () => {
    const { post, run } = open(await freePort())
    await post()
    const { system } = opened.database
    const jobs = () => system.rows(`select key from graphile_worker.jobs where task_identifier = 'sendMail'`)
    await system.execute(`select graphile_worker.remove_job(key) from graphile_worker.jobs where key is not null`)
    expect(await jobs()).toEqual([])
    nowMs += 9 * minute
    await run('keepMail')
    expect(await jobs()).toEqual([])
    nowMs += 2 * minute
    await run('keepMail')
    expect(await jobs()).toEqual([{ key: `mail ${(await row()).id} 0` }])
  })

  it('is sealed again with a new secret, and gives up what no secret opens', async () => {
    const server = await startMailServer()
    const [old, current, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)] as const
    await open(server.port, [old]).post()
    const counts = await open(server.port, [current, old]).sealed.workNext('reseal', undefined)
    expect(counts).toMatchObject({ resealed: 1, unopened: 0 })
    const { id } = await row()
    expect(await open(server.port, [other]).sealed.workNext('examine', undefined)).toMatchObject({ unopened: 1 })
    await open(server.port, [current]).run('sendMail', { id, attempts: 0 })
    expect(server.received.length).toBe(1)
    // Ids of two hubs sort by their time alone.
    nowMs += 1
    await open(server.port, [current]).post()
    const lost = (await rows()).at(-1)
    await open(server.port, [other]).run('sendMail', { id: lost?.id, attempts: 0 })
    expect((await rows()).at(-1)).toMatchObject({ sealed: null, failure: 'UNREADABLE' })
  })

  it('takes nothing without a mail server', async () => {
    const { post, jobs, check } = open(undefined)
    expect(await post()).toBe(false)
    expect(await rows()).toEqual([])
    expect(jobs?.map(({ job }) => job.name)).toEqual(['keepMail'])
    expect(await check()).toEqual({ isFine: true, text: 'the hub sends no mail: SPINDLE_SMTP_URL is not set' })
  })
})
