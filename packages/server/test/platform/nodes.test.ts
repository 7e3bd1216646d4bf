import { beforeAll, describe, expect, it } from 'vitest'
import { nodesFeature } from '../../src/features/nodes/index.ts'
import { databaseClock } from '../../src/platform/database/database-clock.ts'
import type { Log } from '../../src/platform/logging/log.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { prometheusMetrics } from '../../src/platform/metrics/metrics.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { operatorOf } from '../harness/operator.ts'
import { setUpOperator } from '../harness/people.ts'
import { startSecondNode } from '../harness/second-node.ts'

const environment = { SPINDLE_SECRET: 's'.repeat(40), SPINDLE_PUBLIC_URL: 'https://hub.example' }
const metricsToken = 'm'.repeat(16)
const ahead = (ms: number) => ({ now: () => Date.now() + ms })

/** A log that records the names of its events. */
function listeningLog(): { readonly log: Log; readonly events: string[] } {
  const events: string[] = []
  const note = (event: string): void => void events.push(event)
  return { log: { ...silentLog, info: note, warn: note, error: note }, events }
}

describe('the nodes of a hub', () => {
  let one: TestHub
  let other: TestHub
  const { log, events } = listeningLog()
  beforeAll(async () => {
    one = await startTestHub({
      role: 'api',
      environment: { ...environment, SPINDLE_METRICS_TOKEN: metricsToken },
      overrides: { openDatabase: await createTestDatabase(), hostname: 'host-a' },
    })
    other = await startSecondNode(one, {
      role: 'worker',
      environment: {
        ...environment,
        SPINDLE_SECRET: 'x'.repeat(40),
        SPINDLE_SECRET_PREVIOUS: environment.SPINDLE_SECRET,
        SPINDLE_REVIEW: 'manual',
      },
      overrides: { hostname: 'host-b', machineClock: ahead(25_000), log },
    })
  })

  it('are listed with what they are, how their clocks go and which secret they have', async () => {
    const { code, out } = await operatorOf(one)('nodes', 'list', '--json')
    expect(code).toBe(0)
    const nodes = JSON.parse(out.join('\n'))
    expect(nodes).toMatchObject([
      {
        host: 'host-a',
        role: 'api',
        version: expect.stringMatching(/^0\.2\.0\+[0-9a-f]{7}$/),
        skewMs: 0,
        settings: { SPINDLE_REVIEW: 'auto' },
      },
      { host: 'host-b', role: 'worker', settings: { SPINDLE_REVIEW: 'manual' } },
    ])
    // The round trip to the database is not counted, however long it takes.
    expect(nodes[1].skewMs).toBeGreaterThan(1_000)
    expect(nodes[0].secretId).toMatch(/^[0-9a-f]{8}$/)
    expect(nodes[0].secretId).not.toBe(nodes[1].secretId)
    expect(out.join('\n')).not.toContain('sssss')
    const lines = (await operatorOf(one)('nodes', 'list')).out
    expect(lines).toEqual([expect.stringMatching(/^api +host-a:\d+ .* secret /), expect.stringContaining('host-b:')])
  })

  it('warn of a clock that is off and of disks that may not be one', () => {
    expect(events).toContain('nodes.clock_skewed')
    expect(events).toContain('nodes.storage_apart')
  })

  it('go by the time of the database', async () => {
    const databaseNow = async (): Promise<number> =>
      Number(
        (
          await one.opened.database.system.row<{ ms: number }>(
            'select extract(epoch from clock_timestamp()) * 1000 as ms',
          )
        )?.ms,
      )
    const before = await databaseNow()
    const told = other.hub.http.clock.now()
    const after = await databaseNow()
    // The round trip to the database may have taken part of the 25 seconds; that part does not count as skew.
    expect(told - after).toBeLessThan(24_000)
    expect(told).toBeGreaterThanOrEqual(before - 1)
  })

  it('are looked at together by doctor and on the page of the system', async () => {
    const { body } = await (await setUpOperator(one)).ask('GET', '/console/api/operator/system')
    const finding = body.checks.find(({ name }: { name: string }) => name === 'nodes')
    expect(finding).toMatchObject({ isFine: false, fix: expect.stringContaining('same settings') })
    for (const part of ['the clock of host-b:', 'SPINDLE_SECRET differs', 'SPINDLE_REVIEW differs', 'uploads on disk'])
      expect(finding.text).toContain(part)
    const { out } = await operatorOf(one)('doctor', '--json')
    const said = JSON.parse(out.join('\n')).find(({ name }: { name: string }) => name === 'nodes')
    expect(said).toMatchObject({ isFine: false, text: finding.text })
  })

  it('are counted in the metrics', async () => {
    const answer = await one.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
    const text = await answer.text()
    expect(text).toMatch(/^spindle_nodes\{role="api"\} 1$/m)
    expect(text).toMatch(/^spindle_nodes\{role="worker"\} 1$/m)
    expect(text).toMatch(/^spindle_node_configurations 2$/m)
    expect(text).toMatch(/^spindle_node_clock_skew_seconds 0$/m)
  })

  it('are forgotten when they stop, and when they were silent for a minute', async () => {
    const third = await startSecondNode(one, { role: 'api', environment, overrides: { hostname: 'host-c' } })
    const hosts = async () => (await one.hub.nodes.list()).map(({ host }) => host)
    expect(await hosts()).toEqual(['host-a', 'host-b', 'host-c'])
    await third.hub.close()
    expect(await hosts()).toEqual(['host-a', 'host-b'])
    await one.opened.database.system.execute(
      `update nodes set seen_at = now() - interval '61 seconds' where host = 'host-b'`,
    )
    expect(await hosts()).toEqual(['host-a'])
  })
})

it('a machine whose clock is half a minute off does not start', async () => {
  const overrides = { openDatabase: await createTestDatabase(), machineClock: ahead(-60_000) }
  await expect(startTestHub({ role: 'api', overrides })).rejects.toMatchObject({
    message: expect.stringMatching(/^The clock of this machine differs by -\d+\.\d s from the clock of the database$/),
    fix: expect.stringContaining('time server'),
  })
})

it('a clock that goes wrong later takes the node out of service, and its jobs end', async () => {
  const { hub, opened } = await startTestHub({ role: 'api' })
  const machine = { ms: 0, now: () => Date.now() + machine.ms }
  const { log, events } = listeningLog()
  const nodes = nodesFeature({
    config: hub.http.config,
    database: opened.database,
    databaseClock: databaseClock(machine),
    secrets: [Buffer.from('s'.repeat(40))],
    role: 'worker',
    host: undefined,
    properties: () => [],
    log,
    metrics: prometheusMetrics(),
    beatMs: 10,
  })
  const stopped = new Promise<void>((resolve) => nodes.onClockWrong(resolve))
  await nodes.start()
  atEnd(() => nodes.close())
  await nodes.checkClock()
  machine.ms = 90_000
  await stopped
  await expect(nodes.checkClock()).rejects.toThrow(/^The clock of this machine differs by \d/)
  expect(events).toEqual(['nodes.clock_wrong'])
  machine.ms = 0
  await eventually(
    () =>
      nodes.checkClock().then(
        () => true,
        () => undefined,
      ),
    { what: 'a clock that is right again' },
  )
})
