import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('asks for an outlet that the hub has', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release()
  const compare = (query: string) =>
    hub.json('GET', `${releasesPath}/${release.id}/ern/diff${query}`, { key: fixture.key })
  expect(await compare('?outlet=nowhere')).toMatchObject({
    status: 400,
    body: {
      error: 'invalid_parameter',
      errors: [{ pointer: 'outlet', code: 'outlet_unknown', detail: 'The hub has no outlet named "nowhere".' }],
    },
  })
  expect(await compare('')).toMatchObject({
    status: 400,
    body: { error: 'invalid_parameter', errors: [{ pointer: 'outlet', code: 'required' }] },
  })
})
