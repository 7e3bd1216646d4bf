import { beforeAll, describe, expect, it } from 'vitest'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

describe('retryDelivery 202', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await openReleaseHub({ role: 'all' }))
  })

  it('delivers again what failed for good, with what was fixed meanwhile', async () => {
    const { body } = await fixture.release({ metadata: { 'sandbox.outcome': 'refuse:metadata_missing' }, submit: true })
    const failed = await fixture.until(body.id, ({ status }) => status === 'delivery_failed')
    expect(failed).toMatchObject({
      deliverySummary: { total: 1, live: 0, scheduled: 0, failed: 1, pending: 0, refusedTracks: 0 },
      deliveries: [{ status: 'refused', attempts: 1, nextAttemptAt: null, reason: { code: 'metadata_missing' } }],
    })
    const [delivery] = failed.deliveries
    const answer = await fixture.act(body.id, `deliveries/${delivery.id}/retry`)
    expect(answer).toMatchObject({
      status: 202,
      body: { id: delivery.id, status: 'queued', attempts: 0, reason: null },
    })
    await fixture.until(body.id, ({ status }) => status === 'delivery_failed')
    await fixture.patch(body.id, { metadata: { 'sandbox.outcome': 'acknowledge' } })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({ status: 200, body: { status: 'delivering' } })
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live.deliveries).toMatchObject([{ id: delivery.id, status: 'live', revision: 2 }])
  })
})
