import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { acknowledge, openStoreHub, type StoreHub, senderEnvironment } from '../../harness/store-folder.ts'

// biome-ignore lint/suspicious/noExplicitAny: as the answers of the harness
type Answer = any

const nextYear = new Date().getUTCFullYear() + 1

describe('previewTakedown 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let stores: StoreHub
  beforeAll(async () => {
    const property = { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` }
    stores = await openStoreHub({ environment: { ...senderEnvironment, ...property } })
    ;({ hub, fixture } = stores)
  })
  const preview = (id: string) =>
    hub.json('GET', `/api/v1/music-distributor/releases/${id}/takedown/preview`, { key: fixture.key })

  it('lists per outlet what ends, in which territories, and how the outlet is notified', async () => {
    const { id: store, folder } = await stores.addStore({ takedownStyle: 'end_date' })
    const territories = { mode: 'exclude', codes: ['JP', 'KP'] }
    const deals = [
      { territories: { mode: 'include', codes: ['DE', 'AT'] }, models: ['paid'], uses: ['download'] },
      { territories, models: ['subscription'], uses: ['stream'] },
    ].map((deal) => ({ ...deal, startsAt: '2026-05-01' }))
    const { id } = await stores.submit(store, { deals, territories, outlets: [store, 'site-a'] })
    const { messageId } = await stores.nthMessage(folder, 1)
    await acknowledge(folder, messageId, 'FileOK')
    const before = await fixture.until(id, ({ deliverySummary }) => deliverySummary.live === 2)

    const { status, body } = await preview(id)
    expect(status).toBe(200)
    expect(body.planned).toBeNull()
    const byId = Object.fromEntries(body.outlets.map((one: Answer) => [one.outlet.id, one]))
    expect(byId[store]).toEqual({
      outlet: { id: store, name: 'Example Store' },
      status: 'live',
      revision: 1,
      effect: 'told',
      notice: {
        way: 'end_date',
        ends: [
          { territories: { mode: 'include', codes: ['AT', 'DE'] }, models: ['paid'], uses: ['download'] },
          { territories, models: ['subscription'], uses: ['stream'] },
        ],
      },
    })
    expect(byId['site-a']).toEqual({
      outlet: { id: 'site-a', name: 'site-a' },
      status: 'live',
      revision: 1,
      effect: 'told',
      notice: { way: 'removal', ends: [{ territories, models: [], uses: [] }] },
    })
    expect((await fixture.get(id)).body).toEqual(before)

    await fixture.act(id, 'takedown', { reason: 'The licence ends', on: `${nextYear}-12-31` })
    expect((await preview(id)).body.planned).toEqual({
      on: `${nextYear}-12-31`,
      at: `${nextYear}-12-31T00:00:00.000Z`,
      outlets: null,
      reason: 'The licence ends',
      actor: { type: 'account' },
    })
    await fixture.act(id, 'takedown', { reason: 'Sold', outlets: ['site-a'] })
    await fixture.until(id, ({ deliveries }) => deliveries.some((one: Answer) => one.status === 'taken_down'))
    expect((await preview(id)).body.outlets).toContainEqual(
      expect.objectContaining({ outlet: { id: 'site-a', name: 'site-a' }, effect: 'down', notice: null }),
    )
  })

  it('reports that no outlet has a draft', async () => {
    const { body } = await fixture.release()
    expect((await preview(body.id)).body).toEqual({ outlets: [], planned: null })
  })
})
