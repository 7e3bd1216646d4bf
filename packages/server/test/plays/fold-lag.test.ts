import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'

const token = 'a'.repeat(32)
const metricsToken = 'metrics-token-0123456789'

/** A hub that accepts plays while no worker counts them. */
describe('the metrics of plays and feeds', () => {
  let hub: TestHub
  let accountId: Awaited<ReturnType<typeof createTestAccount>>['accountId']
  let trackId: string | undefined
  let count = 0
  const readFigure = async (name: string): Promise<number> => {
    const response = await hub.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    const line = (await response.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }
  const readLag = () => readFigure('spindle_plays_fold_lag_seconds')
  const report = () =>
    hub.json('POST', '/api/integration/plays', {
      bearer: token,
      body: [{ id: `p${count++}`, trackId, at: new Date().toISOString() }],
    })
  const execute = (statement: string) => hub.opened.database.system.execute(statement)
  const untilMarked = () => eventually(async () => (await readLag()) > 0, { what: 'plays to be seen waiting' })
  /** So long ago that nothing else in the test has this age. */
  const backdate = () =>
    execute(`update play_lanes set waiting_since = now() - interval '2 h' where waiting_since is not null`)

  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`, SPINDLE_METRICS_TOKEN: metricsToken },
    })
    accountId = (await createTestAccount(hub)).accountId
    trackId = (await createLiveRelease(hub, { accountId, properties: ['site-a'] })).trackIds[0]
  })

  it('show how long plays have been waiting to be counted, until they are', async () => {
    expect(await readLag()).toBe(0)
    expect((await report()).body.accepted).toBe(1)
    await untilMarked()
    await backdate()
    // Later plays do not make the oldest younger.
    expect((await report()).body.accepted).toBe(1)
    expect(await readLag()).toBeGreaterThanOrEqual(7200)
    await hub.hub.plays.fold()
    expect(await readLag()).toBe(0)
  })

  it('start again with plays that arrived while a fold ran', async () => {
    await report()
    await untilMarked()
    await backdate()
    await execute(`create function report_meanwhile() returns trigger language plpgsql as $$ begin
      insert into play_deltas select * from play_deltas_kept; return null; end $$`)
    await execute('create table play_deltas_kept as select * from play_deltas')
    await execute(`create trigger meanwhile after insert on play_days
      for each statement execute function report_meanwhile()`)
    await hub.hub.plays.fold()
    expect(await readLag()).toBeGreaterThan(0)
    expect(await readLag()).toBeLessThan(7200)
    await execute('drop trigger meanwhile on play_days')
    await hub.hub.plays.fold()
    expect(await readLag()).toBe(0)
  })

  it('forget what an erased account had waiting', async () => {
    await report()
    await untilMarked()
    await execute('delete from play_deltas')
    await execute('delete from play_packs')
    const find = hub.hub.plays.jobs?.find(({ job }) => job.name === 'foldPlays')
    await find?.handle({})
    expect(await readLag()).toBe(0)
  })

  it('show how long a change has been waiting for its place in the feed', async () => {
    expect(await readFigure('spindle_feed_lock_wait_seconds')).toBe(0)
    let releasing: Promise<unknown> | undefined
    await hub.opened.database.transaction(async (held) => {
      await held.execute(`select pg_advisory_xact_lock(hashtext('spindle.feed'), hashtext('site-a'))`)
      releasing = createLiveRelease(hub, { accountId, properties: ['site-a'] })
      await eventually(async () => (await readFigure('spindle_feed_lock_wait_seconds')) > 0, {
        what: 'a change to wait for its turn',
      })
    })
    await releasing
    expect(await readFigure('spindle_feed_lock_wait_seconds')).toBe(0)
  })
})
