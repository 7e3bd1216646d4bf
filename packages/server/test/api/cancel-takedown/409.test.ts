import { expect, it } from 'vitest'
import { operatorOf } from '../../harness/operator.ts'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const on = `${new Date().getUTCFullYear() + 1}-12-31`

it('cancels nothing if nothing is planned', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  const cancel = () => hub.json('DELETE', `${releasesPath}/${release.id}/takedown`, { key: fixture.key })
  const refused = {
    status: 409,
    body: { error: 'state_conflict', detail: 'No takedown of this release is planned.' },
  }
  expect(await cancel()).toMatchObject(refused)
  expect((await fixture.get(release.id)).body).toEqual(release)
  await fixture.act(release.id, 'takedown', { reason: 'The licence ends', on })
  expect(await cancel()).toMatchObject({ status: 200 })
  expect(await cancel()).toMatchObject(refused)
})

it('leaves to the operator what the operator has planned, also in place of the account', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release({ submit: true })
  await fixture.act(release.id, 'takedown', { reason: 'The licence ends', on })
  const planned = await operatorOf(hub)('releases', 'takedown', release.id, '--reason', 'Claim', '--on', on)
  expect(planned.code).toBe(0)
  const { body: before } = await fixture.get(release.id)
  expect(before.plannedTakedown).toMatchObject({ actor: { type: 'operator' }, reason: 'Claim' })
  expect(await hub.json('DELETE', `${releasesPath}/${release.id}/takedown`, { key: fixture.key })).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: `The hub operator has planned a takedown for ${on}. Ask the operator to cancel it.`,
    },
  })
  expect((await fixture.get(release.id)).body).toEqual(before)
})
