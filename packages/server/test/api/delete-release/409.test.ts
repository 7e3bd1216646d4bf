import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('does not delete a submitted release, and says what its state allows', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body } = await fixture.release({ submit: true })
  expect(await hub.json('DELETE', `${releasesPath}/${body.id}`, { key: fixture.key })).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'delivering', allowed: ['edit', 'submit', 'takedown', 'takedown_some'] },
  })
  expect((await fixture.get(body.id)).body).toEqual(body)
})
