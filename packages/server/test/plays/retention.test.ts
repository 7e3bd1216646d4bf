import { expect, it } from 'vitest'
import { pgLedger } from '../../src/features/plays/ledger/pg/pg-ledger.ts'
import { retentionJob } from '../../src/features/plays/retention-job.ts'
import { concurrencyLimit } from '../../src/platform/concurrency/concurrency-limit.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { reportAndFold } from '../harness/plays.ts'

const token = 'a'.repeat(32)
let now = Date.parse('2026-05-20T12:00:00Z')
const clock = { now: () => now }
const ledgerOf = ({ opened }: TestHub) =>
  pgLedger({ database: opened.database, queue: concurrencyLimit(4), onCounted() {} })

it('drops raw plays whose days are over, keeps the roll-ups, and makes days ahead', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`, SPINDLE_PLAYS_RETENTION_DAYS: '10' },
    overrides: { clock },
  })
  const account = await createTestAccount(hub)
  const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
  const play = (id: string, at: string) => ({ id, trackId: release.trackIds[0], at })
  await reportAndFold(hub, token, [play('old', '2026-05-10T00:00:00Z'), play('new', '2026-05-20T01:00:00Z')])
  const ledger = ledgerOf(hub)
  const keep = () => retentionJob({ ledger, clock, log: silentLog, retentionDays: 10, archive: undefined }).handle({})
  const list = async () =>
    (
      await hub.opened.database.system.rows<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'plays'::regclass order by 1`,
      )
    ).map(({ name }) => name)

  await keep()
  await keep()
  expect(await list()).toEqual(['plays_20260510', 'plays_20260520', 'plays_20260521', 'plays_20260522'])

  now = Date.parse('2026-05-21T00:00:00Z')
  await keep()
  expect(await list()).toEqual(['plays_20260520', 'plays_20260521', 'plays_20260522', 'plays_20260523'])
  const again = await hub.json('POST', '/api/integration/plays', {
    bearer: token,
    body: [play('old', '2026-05-10T00:00:00Z')],
  })
  expect(again.body.refused).toEqual([
    {
      index: 0,
      id: 'old',
      code: 'too_old',
      message: 'at is before 2026-05-11T00:00:00.000Z, the oldest time that is accepted.',
    },
  ])
  const { body } = await hub.json('GET', '/api/v1/distributor/analytics?from=2026-05-10&to=2026-05-20', {
    key: await account.key(),
  })
  expect(body.totals).toEqual({ streams: 2 })
})

it('makes a day again that another node has dropped', async () => {
  const hub = await startTestHub({ role: 'api' })
  const [here, there] = [ledgerOf(hub), ledgerOf(hub)]
  const play = (id: string) => ({
    id,
    trackId: 'trk_00000000000000000000000000',
    series: 1,
    lane: 0,
    atMs: Date.parse('2026-05-10T10:00:00Z'),
    territory: '',
    source: '',
    model: '',
    playedMs: null,
  })
  expect(await here.append('site-a', [play('one')])).toEqual({ accepted: 1, duplicates: 0 })
  expect(await there.dropDaysBefore('2026-05-11')).toEqual(['2026-05-10'])
  expect(await here.append('site-a', [play('two')])).toEqual({ accepted: 1, duplicates: 0 })
})
