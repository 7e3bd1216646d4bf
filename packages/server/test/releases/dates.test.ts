import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture } from '../harness/releases.ts'

describe('the release date', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    }))
  })
  const year = new Date().getUTCFullYear() + 1

  it('is waited for at the outlet, and takes effect automatically', async () => {
    const { body } = await fixture.release({ releaseDate: `${year}-03-01`, outlets: ['site-a'], submit: true })
    const waiting = await fixture.until(body.id, ({ status }) => status === 'scheduled')
    expect(waiting).toMatchObject({
      status: 'scheduled',
      liveAt: null,
      deliverySummary: { total: 1, scheduled: 1, pending: 0, live: 0 },
    })
    const { body: events } = await fixture.events(body.id)
    expect(events.data[0]).toMatchObject({ type: 'release.scheduled', from: 'delivering', to: 'scheduled' })
    const { system } = hub.opened.database
    const playable = () => system.rows('select 1 from playable_tracks where release_id = $1', [body.id])
    expect(await playable()).toEqual([])
    const job = await system.row<{ run_at: Date }>(`select run_at from graphile_worker.jobs where key = $1`, [
      `delivery:${waiting.deliveries[0].id}`,
    ])
    expect(job?.run_at.toISOString()).toBe(`${year}-03-01T00:00:00.000Z`)
    // Simulates the day: what the job would find then.
    await system.execute(`update release_revisions set available_at = now() where release_id = $1`, [body.id])
    await system.execute(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [
      `delivery:${waiting.deliveries[0].id}`,
    ])
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live).toMatchObject({ liveAt: expect.any(String), deliveries: [{ status: 'live' }] })
    expect(await playable()).toHaveLength(1)
  })

  it('can be moved while it is waited for', async () => {
    const { body } = await fixture.release({ releaseDate: `${year}-03-01`, outlets: ['site-a'], submit: true })
    await fixture.until(body.id, ({ deliveries }) => deliveries[0].status === 'ingested')
    await fixture.patch(body.id, { releaseDate: '2026-05-01' })
    await fixture.act(body.id, 'submit')
    const live = await fixture.until(body.id, ({ status }) => status === 'live')
    expect(live.deliveries).toMatchObject([{ revision: 2 }])
  })
})
