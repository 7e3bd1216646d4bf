import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { uploadsPath } from '../../harness/uploads.ts'

describe('getUploadImage 409', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it.each([
    ['received', 'The upload is received. Try again when it is ready.'],
    ['rejected', 'The upload was rejected. Its findings give the reasons.'],
  ])('draws nothing of an upload that is %s', async (status, detail) => {
    const id = await fixture.cover()
    await hub.opened.database
      .tenant(fixture.account.accountId)
      .execute('update uploads set status = $3, technical = null where account_id = $1 and id = $2', [id, status])
    expect(await hub.json('GET', `${uploadsPath}/${id}/image`, { key: fixture.key })).toMatchObject({
      status: 409,
      body: { error: 'preview_unavailable', detail },
    })
  })

  it('does not draw audio, and names the right address', async () => {
    const id = await fixture.audio()
    expect(await hub.json('GET', `${uploadsPath}/${id}/image`, { key: fixture.key })).toMatchObject({
      status: 409,
      body: {
        error: 'preview_unavailable',
        detail: 'This upload is audio. Request `audio` instead of `image`.',
      },
    })
  })
})
