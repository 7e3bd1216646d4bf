import { beforeAll, describe, expect, it } from 'vitest'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('submitRelease 200', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReleaseHub())
  })

  it('approves what has no error and sends it on its way', async () => {
    const { body } = await fixture.release()
    const answer = await fixture.act(body.id, 'submit')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: body.id,
        status: 'delivering',
        revision: 1,
        submittedAt: expect.any(String),
        deliverySummary: { total: 1, live: 0, scheduled: 0, failed: 0, pending: 1, refusedTracks: 0 },
        deliveries: [{ status: 'queued', supplyChainStatus: 'OrderPlacedForReleaseDistributor', attempts: 0 }],
      },
    })
    const { body: events } = await fixture.events(body.id)
    expect(events.data.map(({ type, from, to, actor }: Record<string, unknown>) => [type, from, to, actor])).toEqual([
      ['release.delivery_started', 'approved', 'delivering', { type: 'system', id: null, name: null }],
      ['release.approved', 'in_review', 'approved', { type: 'system', id: null, name: null }],
      ['release.review_started', 'submitted', 'in_review', { type: 'system', id: null, name: null }],
      ['release.submitted', 'draft', 'submitted', { type: 'key', id: expect.stringMatching(/^key_/), name: null }],
      ['release.created', null, 'draft', { type: 'key', id: expect.stringMatching(/^key_/), name: null }],
    ])
  })

  it('delivers to the outlets that are named', async () => {
    const { fixture: wide } = await openReleaseHub({
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)},site-b=${'b'.repeat(32)}` },
    })
    const { body } = await wide.release({ outlets: ['site-b', 'sandbox'], submit: true })
    expect(body.deliveries.map(({ outlet }: { outlet: object }) => outlet)).toEqual(
      expect.arrayContaining([
        { id: 'site-b', name: 'site-b', kind: 'property' },
        { id: 'sandbox', name: 'Sandbox', kind: 'sandbox' },
      ]),
    )
    expect(body.deliverySummary.total).toBe(2)
  })

  it('submits once for two concurrent requests', async () => {
    const { body } = await fixture.release()
    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.act(body.id, 'submit')))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    const { body: events } = await fixture.events(body.id)
    expect(events.data.filter(({ type }: { type: string }) => type === 'release.submitted')).toHaveLength(1)
  })

  it('lets one of many releases with one UPC pass', async () => {
    for (let round = 0; round < 4; round++) {
      const drafts = await Promise.all(Array.from({ length: 4 }, () => fixture.release()))
      const upc = drafts[0]?.body.upc
      await Promise.all(drafts.map(({ body }) => fixture.patch(body.id, { upc })))
      const answers = await Promise.all(drafts.map(({ body }) => fixture.act(body.id, 'submit')))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422])
    }
  })

  it('replays the answer for the same Idempotency-Key', async () => {
    const { body } = await fixture.release()
    const headers = { 'idempotency-key': `submit-${body.id}` }
    const first = await fixture.post(`${releasesPath}/${body.id}/submit`, undefined, headers)
    const again = await fixture.post(`${releasesPath}/${body.id}/submit`, undefined, headers)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})
