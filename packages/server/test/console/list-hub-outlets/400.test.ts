import { describe, expect, it } from 'vitest'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('listHubOutlets 400', () => {
  it('refuses a cursor that was made up', async () => {
    const { operator } = await sharedReviewHub()
    expect(await operator.ask('GET', '/console/api/operator/outlets?cursor=AAAA')).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid' },
    })
  })
})
