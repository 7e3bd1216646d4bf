import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

describe('getUploadAudio 409', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it.each([
    ['awaiting_data', 'The upload is awaiting_data. Try again when it is ready.'],
    ['received', 'The upload is received. Try again when it is ready.'],
    ['analysing', 'The upload is analysing. Try again when it is ready.'],
    ['rejected', 'The upload was rejected. Its findings give the reasons.'],
  ] as const)('plays nothing of an upload that is %s', async (status, detail) => {
    const id = await fixture.audio({ status })
    expect(await hub.json('GET', `${uploadsPath}/${id}/audio`, { key: fixture.key })).toMatchObject({
      status: 409,
      body: { error: 'preview_unavailable', detail },
    })
  })

  it('does not play a picture, and names the right address', async () => {
    const id = await fixture.cover()
    expect(await hub.json('GET', `${uploadsPath}/${id}/audio`, { key: fixture.key })).toMatchObject({
      status: 409,
      body: {
        error: 'preview_unavailable',
        detail: 'This upload is an image. Request `image` instead of `audio`.',
      },
    })
  })
})
