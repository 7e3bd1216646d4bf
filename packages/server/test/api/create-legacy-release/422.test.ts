import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/releases'

describe('createLegacyRelease 422', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const create = (uploadId: string) => fixture.post(path, { type: 'MUSIC', title: 'Old', uploadId })

  it('accepts only MUSIC, and suggests the right word', async () => {
    const answer = await fixture.post(path, { type: 'music', title: 'Old', uploadId: await fixture.audio(), extra: 1 })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/extra', '/type'])
  })

  it('does not find an upload that does not exist, has expired, or belongs to another account', async () => {
    const stranger = await createReleaseFixture(hub, 'Stranger')
    for (const uploadId of [
      'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      'upl_1',
      await stranger.audio(),
      await fixture.audio({ status: 'expired' }),
    ])
      expect(await create(uploadId)).toMatchObject({
        status: 422,
        body: { error: 'upload_reference_unknown', errors: [{ code: 'upload_reference_unknown' }] },
      })
  })

  it('takes no upload whose bytes are not all there', async () => {
    expect(await create(await fixture.audio({ status: 'awaiting_data' }))).toMatchObject({
      status: 422,
      body: { error: 'upload_incomplete', errors: [{ code: 'upload_incomplete' }] },
    })
  })

  it('makes no release of what it refuses', async () => {
    const { body } = await hub.json('GET', `${releasesPath}?count=true`, { key: fixture.key })
    expect(body.page.total).toBe(0)
  })
})
