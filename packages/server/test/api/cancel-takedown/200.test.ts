import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { operatorOf } from '../../harness/operator.ts'
import { openReleaseHub, type ReleaseFixture } from '../../harness/releases.ts'

/** Planned takedowns, as their account plans and cancels them. */

// biome-ignore lint/suspicious/noExplicitAny: as the answers of the harness
type Answer = any

const nextYear = new Date().getUTCFullYear() + 1
const on = `${nextYear}-12-31`
const path = (id: string) => `/api/v1/music-distributor/releases/${id}/takedown`

describe('cancelTakedown 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    ;({ hub, fixture } = await openReleaseHub({
      role: 'all',
      environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${'a'.repeat(32)}` },
    }))
    operator = operatorOf(hub)
  })
  const live = async (changes: object = {}): Promise<Answer> => {
    const { body } = await fixture.release({ submit: true, ...changes })
    return fixture.until(body.id, ({ deliverySummary }) => deliverySummary.live === 2)
  }
  const plan = (id: string, more: object = {}) =>
    fixture.act(id, 'takedown', { reason: 'The licence ends', on, ...more })
  const cancel = (id: string) => hub.json('DELETE', path(id), { key: fixture.key })
  const lastEvent = async (id: string): Promise<Answer> => (await fixture.events(id)).body.data[0]
  const letTheDayCome = async (id: string): Promise<void> => {
    const { system } = hub.opened.database
    await system.execute(`update releases set planned_takedown_at = now() - interval '1 second' where id = $1`, [id])
    await system.row(`select graphile_worker.add_job('carryOutTakedowns', '{}'::json, job_key => 'test')`)
  }

  it('takes a plan away, which showed in the release and its tag until then', async () => {
    const before = await live({ timeZone: 'Asia/Tokyo', releaseTime: '18:00' })
    expect(before.plannedTakedown).toBeNull()
    const tagOf = async () => (await fixture.get(before.id)).headers.get('etag')
    const tag = await tagOf()
    expect(await plan(before.id, { outlets: ['site-a'] })).toMatchObject({
      status: 202,
      body: {
        status: 'live',
        plannedTakedown: {
          on,
          at: `${nextYear}-12-30T15:00:00.000Z`,
          outlets: ['site-a'],
          reason: 'The licence ends',
          actor: { type: 'account' },
        },
      },
    })
    expect(await tagOf()).not.toBe(tag)
    expect(await lastEvent(before.id)).toMatchObject({
      type: 'release.takedown_planned',
      actor: { type: 'key' },
      reason: 'The licence ends',
      data: { on, outlets: ['site-a'] },
    })
    expect(await cancel(before.id)).toMatchObject({ status: 200, body: { status: 'live', plannedTakedown: null } })
    expect(await lastEvent(before.id)).toMatchObject({ type: 'release.takedown_cancelled', actor: { type: 'key' } })
  })

  it('comes too late once the day came: the release is taken down as a takedown by the account, which can bring it back', async () => {
    const { id } = await live()
    await plan(id)
    await letTheDayCome(id)
    const down = await fixture.until(id, ({ status }) => status === 'taken_down')
    expect(down.plannedTakedown).toBeNull()
    const { body } = await fixture.events(id)
    expect(body.data.find(({ type }: Answer) => type === 'release.takedown_requested')).toMatchObject({
      reason: 'The licence ends',
      actor: { type: 'key' },
    })
    expect(await fixture.act(id, 'submit')).toMatchObject({ body: { status: 'delivering' } })
  })

  it('is left to the operator for a plan of the operator, which outlasts a takedown by the account', async () => {
    const { id } = await live()
    expect((await operator('releases', 'takedown', id, '--reason', 'Claim', '--on', on)).code).toBe(0)
    const { body } = await fixture.get(id)
    await fixture.act(id, 'takedown', { reason: 'Mine' })
    await fixture.until(id, ({ status }) => status === 'taken_down')
    expect((await fixture.act(id, 'submit')).body.plannedTakedown).toEqual(body.plannedTakedown)
    expect((await operator('releases', 'takedown', id, '--cancel')).code).toBe(0)
    expect((await fixture.get(id)).body.plannedTakedown).toBeNull()
  })
})
