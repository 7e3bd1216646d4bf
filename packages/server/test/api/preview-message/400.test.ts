import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('writes no message for an outlet that the hub does not have', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release()
  expect(await hub.json('GET', `${releasesPath}/${release.id}/ern?outlet=nowhere`, { key: fixture.key })).toMatchObject(
    {
      status: 400,
      body: { error: 'invalid_parameter', errors: [{ pointer: 'outlet', code: 'outlet_unknown' }] },
    },
  )
})
