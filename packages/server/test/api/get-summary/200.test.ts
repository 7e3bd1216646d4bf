import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { reportAndFold } from '../../harness/plays.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

const path = '/api/v1/distributor/summary'
const token = 'a'.repeat(32)
const now = Date.parse('2026-05-20T12:00:00Z')

describe('getSummary 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  const ask = async (key = fixture.key) => hub.json('GET', path, { key })
  const change = (text: string, id: string) =>
    hub.opened.database.tenant(fixture.account.accountId).execute(`${text} where account_id = $1 and id = $2`, [id])

  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`, SPINDLE_SANDBOX_OUTLET: 'on' },
      overrides: { clock: { now: () => now } },
    }))
  })

  it('counts nothing for an account that has nothing', async () => {
    const { status, body } = await ask(await (await createTestAccount(hub, 'Empty Records')).key())
    expect(status).toBe(200)
    expect(body).toEqual({
      releases: {
        total: 0,
        byStatus: {
          draft: 0,
          submitted: 0,
          in_review: 0,
          changes_requested: 0,
          rejected: 0,
          approved: 0,
          delivering: 0,
          scheduled: 0,
          delivery_failed: 0,
          live: 0,
          takedown_pending: 0,
          taken_down: 0,
        },
      },
      attention: { total: 0, data: [] },
      drafts: { total: 0, data: [] },
      unsentChanges: { total: 0, data: [] },
      streams: {
        from: '2026-04-22',
        to: '2026-05-19',
        streams: 0,
        playedMs: null,
        previousStreams: 0,
        changePercent: null,
        days: Array.from({ length: 28 }, () => 0),
        asOf: null,
        sandbox: false,
      },
    })
  })

  it('lists what needs attention with the reason, and drafts that are ready', async () => {
    const { body: ready } = await fixture.release({ title: 'Ready' })
    const { body: unsent } = await fixture.release({ title: 'Unsent' })
    const { body: refused } = await fixture.release({ title: 'Refused' })
    const { body: asked } = await fixture.release({ title: 'Asked' })
    // The last one that changed, and yet behind the answers.
    const { body: broken } = await fixture.release({ title: 'Broken', genre: undefined })
    await change(`update releases set status = 'live', submitted_revision = 1, revision = 2`, unsent.id)
    const delivery = hub.hub.http.ids.make('dlv')
    await change(`update releases set status = 'delivery_failed', delivery_total = 1, delivery_failed = 1`, refused.id)
    await hub.opened.database.tenant(fixture.account.accountId).execute(
      `insert into deliveries (account_id, id, release_id, outlet_id, outlet_kind, status, revision, wanted_revision, reason)
       values ($1, $2, $4, 'shop', 'sandbox', 'refused', 1, 1, '{"code": "title", "message": "The title is taken."}'),
              ($1, $3, $4, 'sandbox', 'sandbox', 'failed', 1, 1, null)`,
      [delivery, hub.hub.http.ids.make('dlv'), refused.id],
    )
    await change(
      `update releases set status = 'changes_requested', review = '{"note": "Please name the producer.",
         "issues": [{"pointer": "/contributors", "code": "x", "note": "Who?"}]}'`,
      asked.id,
    )
    const { body } = await ask()
    expect(body.releases.total).toBe(5)
    expect(body.releases.byStatus).toMatchObject({ draft: 2, delivery_failed: 1, changes_requested: 1, live: 1 })
    expect(body.drafts).toMatchObject({ total: 1, data: [{ id: ready.id, title: 'Ready', status: 'draft' }] })
    expect(body.drafts.data[0].coverUploadId).toBe(ready.coverUploadId)
    expect(body.unsentChanges).toMatchObject({ total: 1, data: [{ id: unsent.id, status: 'live' }] })
    expect(body.attention.total).toBe(3)
    expect(body.attention.data).toMatchObject([
      {
        id: asked.id,
        reason: 'changes_requested',
        message: 'Who?',
        pointer: '/contributors',
        outlets: [],
      },
      {
        id: refused.id,
        reason: 'refused',
        message: 'The title is taken.',
        outlets: ['sandbox', 'shop'],
        outletNames: ['Sandbox', 'shop'],
        pointer: null,
      },
      {
        id: broken.id,
        title: 'Broken',
        reason: 'findings',
        errors: 1,
        message: broken.findings[0].message,
        pointer: '/genre',
        outlets: [],
      },
    ])
  })

  it('compares 28 days of streams with the 28 before, for keys that may read numbers', async () => {
    const account = await createTestAccount(hub, 'Played Records')
    const { trackIds } = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
    const play = (id: string, at: string) => ({ id, trackId: trackIds[0], at, playedMs: 1000 })
    await reportAndFold(hub, token, [
      play('1', '2026-05-19T23:00:00Z'),
      play('2', '2026-05-19T10:00:00Z'),
      play('3', '2026-04-22T00:00:00Z'),
      play('4', '2026-04-21T23:59:59Z'),
      play('5', '2026-05-20T01:00:00Z'),
    ])
    const { body } = await ask(await account.key(['catalog:read', 'analytics:read']))
    expect(body.streams).toMatchObject({ streams: 3, playedMs: 3000, previousStreams: 1, changePercent: 200 })
    expect(body.streams.days).toEqual([1, ...Array.from({ length: 26 }, () => 0), 2])
    expect(body.streams.asOf).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect((await ask(await account.key(['catalog:read']))).body.streams).toBeNull()
    expect((await ask(await account.key(['analytics:read']))).status).toBe(403)
  })
})
