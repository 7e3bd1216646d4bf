import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('refuses a cursor that the hub did not issue', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: release } = await fixture.release()
  const path = `${releasesPath}/${release.id}/revisions?cursor=made-up`
  const { status, body } = await hub.json('GET', path, { key: fixture.key })
  expect([status, body.error]).toEqual([400, 'cursor_invalid'])
})
