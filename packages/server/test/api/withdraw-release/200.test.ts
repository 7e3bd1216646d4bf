import { beforeAll, describe, expect, it } from 'vitest'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('withdrawRelease 200', () => {
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ fixture } = await sharedReviewHub())
  })

  it('makes a draft again of what waits for review, and it can be submitted again', async () => {
    const { body } = await fixture.release({ submit: true })
    expect(body).toMatchObject({ status: 'submitted', deliveries: [] })
    expect(await fixture.patch(body.id, { label: 'Not now' })).toMatchObject({ status: 409 })
    expect(await fixture.act(body.id, 'withdraw')).toMatchObject({ status: 200, body: { status: 'draft' } })
    expect(await fixture.patch(body.id, { label: 'Now' })).toMatchObject({ status: 200 })
    expect(await fixture.act(body.id, 'submit')).toMatchObject({
      status: 200,
      body: { status: 'submitted', revision: 2 },
    })
  })
})
