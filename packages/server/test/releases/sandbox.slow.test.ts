import { beforeAll, describe, expect, it } from 'vitest'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

/** Every course a delivery can take, as docs/sandbox.md describes it. */
describe('the sandbox outlet', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await openReleaseHub({ role: 'all' }))
  })
  const told = async (metadata: Record<string, string>, trackCount = 1) =>
    (await fixture.release({ metadata, submit: true }, trackCount)).body.id as string
  const typesOf = async (releaseId: string): Promise<string[]> =>
    (await fixture.events(releaseId)).body.data.map(({ type }: { type: string }) => type).reverse()

  it('refuses with a code of ErncFileStatus, for good', async () => {
    const id = await told({ 'sandbox.outcome': 'refuse:resource_corrupt' })
    const release = await fixture.until(id, ({ status }) => status === 'delivery_failed')
    expect(release).toMatchObject({
      liveAt: null,
      deliverySummary: { total: 1, live: 0, scheduled: 0, failed: 1, pending: 0, refusedTracks: 0 },
      deliveries: [
        {
          status: 'refused',
          supplyChainStatus: 'ProcessingErrorAtReleaseDistributor',
          attempts: 1,
          nextAttemptAt: null,
          reason: {
            code: 'resource_corrupt',
            message: 'The sandbox refused the release, as set in its metadata: resource_corrupt.',
          },
        },
      ],
    })
    expect(await typesOf(id)).toEqual(expect.arrayContaining(['delivery.refused', 'release.delivery_failed']))
  })

  it('fails some attempts, which are tried again with growing pauses', async () => {
    const id = await told({ 'sandbox.outcome': 'fail_times:2' })
    const waiting = await fixture.until(id, ({ deliveries }) => deliveries[0].status === 'failed')
    expect(waiting).toMatchObject({ status: 'delivering', deliverySummary: { pending: 1, failed: 0 } })
    expect(waiting.deliveries[0]).toMatchObject({
      nextAttemptAt: expect.any(String),
      reason: { code: 'outlet_unreachable' },
    })
    const live = await fixture.until(id, ({ status }) => status === 'live')
    expect(live.deliveries).toMatchObject([{ status: 'live', attempts: 3, nextAttemptAt: null, reason: null }])
    const failures = (await fixture.events(id)).body.data.filter(
      ({ type }: { type: string }) => type === 'delivery.failed',
    )
    expect(failures.map(({ data }: { data: { attempt: number } }) => data.attempt)).toEqual([2, 1])
  })

  it('does not answer: each attempt is cut off, and the last one ends it', async () => {
    const id = await told({ 'sandbox.outcome': 'timeout' })
    const failed = await fixture.until(id, ({ status }) => status === 'delivery_failed')
    expect(failed.deliveries).toMatchObject([
      {
        status: 'failed',
        supplyChainStatus: 'ProcessingErrorAtReleaseCreator',
        attempts: 4,
        nextAttemptAt: null,
        reason: { code: 'outlet_timeout', message: 'No answer within 1000 ms.' },
      },
    ])
  })

  it('takes an album without one of its tracks', async () => {
    const id = await told({ 'sandbox.outcome': 'fail_track:2' }, 3)
    const live = await fixture.until(id, ({ status }) => status === 'live')
    expect(live.deliverySummary).toMatchObject({ live: 1, failed: 0, refusedTracks: 1 })
    expect(live.deliveries[0].tracks).toMatchObject([
      { status: 'live', finding: null },
      {
        trackId: live.tracks[1].id,
        status: 'refused',
        finding: { code: 'resource_corrupt', severity: 'error', pointer: '/tracks/1' },
      },
      { status: 'live', finding: null },
    ])
    const single = await told({ 'sandbox.outcome': 'fail_track:1' })
    const refused = await fixture.until(single, ({ status }) => status === 'delivery_failed')
    expect(refused.deliveries).toMatchObject([{ status: 'refused', reason: { code: 'resource_corrupt' } }])
  })

  it('fails takedowns until it does not', async () => {
    const id = await told({ 'sandbox.takedown': 'fail_times:2' })
    await fixture.until(id, ({ status }) => status === 'live')
    await fixture.act(id, 'takedown', { reason: 'Enough' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
    const types = await typesOf(id)
    expect(types.filter((type) => type === 'delivery.takedown_failed')).toHaveLength(2)
    expect(types.slice(-2)).toEqual(['delivery.taken_down', 'release.taken_down'])
  })

  it('ignores unknown words', async () => {
    const id = await told({ 'sandbox.outcome': 'explode', mood: 'blue' })
    await fixture.until(id, ({ status }) => status === 'live')
  })
})
