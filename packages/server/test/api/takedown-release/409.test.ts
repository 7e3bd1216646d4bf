import { beforeAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../harness/operator.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const nextYear = new Date().getUTCFullYear() + 1

describe('takedownRelease 409', () => {
  let fixture: ReleaseFixture
  let operator: ReturnType<typeof operatorOf>
  beforeAll(async () => {
    const shared = await sharedReleaseHub()
    fixture = shared.fixture
    operator = operatorOf(shared.hub)
  })

  it('takes no draft down, neither now nor on a day', async () => {
    const { body: draft } = await fixture.release()
    for (const more of [{}, { on: `${nextYear}-12-31` }])
      expect(await fixture.act(draft.id, 'takedown', { reason: 'No', ...more })).toMatchObject({
        status: 409,
        body: { error: 'state_conflict', state: 'draft', allowed: ['edit', 'delete', 'submit'] },
      })
    expect((await fixture.get(draft.id)).body).toEqual(draft)
  })

  it('takes nothing down twice at an outlet', async () => {
    const { body: release } = await fixture.release({ submit: true })
    const takedown = { outlets: ['sandbox'], reason: 'Rights' }
    const { body: down } = await fixture.act(release.id, 'takedown', takedown)
    expect(await fixture.act(release.id, 'takedown', { ...takedown, reason: 'Again' })).toMatchObject({
      status: 409,
      body: { error: 'state_conflict', state: down.status },
    })
    expect((await fixture.get(release.id)).body).toEqual(down)
  })

  it('puts off no takedown that the operator has planned', async () => {
    const { body: release } = await fixture.release({ submit: true })
    const plan = ['releases', 'takedown', release.id, '--reason', 'Claim', '--on', `${nextYear}-12-31`]
    expect((await operator(...plan)).code).toBe(0)
    const later = { reason: 'Later', on: `${nextYear + 50}-01-01` }
    expect(await fixture.act(release.id, 'takedown', later)).toMatchObject({
      status: 409,
      body: {
        error: 'state_conflict',
        detail: `The hub operator has planned a takedown for ${nextYear}-12-31. Ask the operator to cancel it.`,
      },
    })
    const { body } = await fixture.get(release.id)
    expect(body.plannedTakedown).toMatchObject({
      on: `${nextYear}-12-31`,
      actor: { type: 'operator' },
      reason: 'Claim',
    })
  })
})
