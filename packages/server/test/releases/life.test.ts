import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

describe('the life of a release', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    hub = await startTestHub({
      environment: {
        SPINDLE_SANDBOX_OUTLET: 'on',
        SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)},site-b=${'b'.repeat(32)}`,
      },
    })
    fixture = await createReleaseFixture(hub)
  })

  it('goes from a draft to live at every outlet', async () => {
    const draft = await fixture.release({ title: 'First Light' }, 3)
    expect(draft.body.findings.filter((finding: { severity: string }) => finding.severity === 'error')).toEqual([])
    expect(draft).toMatchObject({ status: 201, body: { status: 'draft', revision: 1, pendingRevision: null } })
    const submitted = await fixture.post(`${releasesPath}/${draft.body.id}/submit`)
    expect(submitted).toMatchObject({
      status: 200,
      body: { status: 'delivering', deliverySummary: { total: 3, pending: 3 } },
    })
    const live = await fixture.until(draft.body.id, ({ deliverySummary }) => deliverySummary.live === 3)
    expect(live).toMatchObject({
      status: 'live',
      liveAt: expect.any(String),
      deliverySummary: { total: 3, failed: 0, pending: 0 },
    })
    expect(live.deliveries.map(({ outlet }: { outlet: { id: string } }) => outlet.id).sort()).toEqual([
      'sandbox',
      'site-a',
      'site-b',
    ])
    for (const delivery of live.deliveries) {
      expect(delivery).toMatchObject({
        status: 'live',
        supplyChainStatus: 'ReleaseMadeAvailableToConsumers',
        attempts: 1,
      })
      expect(delivery.tracks.map(({ status }: { status: string }) => status)).toEqual(['live', 'live', 'live'])
    }
  })
})
