import { describe, expect, it } from 'vitest'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('retryOutlet 404', () => {
  it('finds no unknown outlet', async () => {
    const { operator } = await sharedReviewHub()
    expect(
      await operator.ask('POST', '/console/api/operator/outlets/unknown/retry', { code: 'metadata_missing' }),
    ).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})
