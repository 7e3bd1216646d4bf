import { describe, expect, it } from 'vitest'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('resumeOutlet 404', () => {
  it.each(['unknown', 'sandbox'])('finds no outlet that an operator added under %s', async (id) => {
    const { operator } = await sharedReviewHub()
    expect(await operator.ask('POST', `/console/api/operator/outlets/${id}/resume`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  })
})
