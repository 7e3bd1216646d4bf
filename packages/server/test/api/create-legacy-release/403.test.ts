import { expect, it } from 'vitest'
import { createReleaseFixture, openReleaseHub, releasesPath } from '../../harness/releases.ts'

const path = '/api/v1/distributor/releases'

it('createLegacyRelease refuses a release beyond the quota, until a draft is deleted', async () => {
  const { hub, fixture } = await openReleaseHub({ environment: { SPINDLE_QUOTA_RELEASES: '1' } })
  const { body: draft } = await fixture.release()
  const legacy = { type: 'MUSIC', title: 'Asset', uploadId: await fixture.audio() }
  expect(await fixture.post(path, legacy)).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'releases', limit: 1, used: 1 },
  })
  const list = () => hub.json('GET', `${releasesPath}?count=true`, { key: fixture.key })
  expect((await list()).body.page.total).toBe(1)
  const other = await createReleaseFixture(hub, 'Other Records')
  expect((await other.post(path, { ...legacy, uploadId: await other.audio() })).status).toBe(201)
  await hub.json('DELETE', `${releasesPath}/${draft.id}`, { key: fixture.key })
  expect((await fixture.post(path, legacy)).status).toBe(201)
})
