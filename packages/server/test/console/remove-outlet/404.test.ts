import { describe, expect, it } from 'vitest'
import { outletsPath } from '../../harness/new-outlets.ts'
import { sharedReviewHub } from '../../harness/shared-review-hub.ts'

describe('removeOutlet 404', () => {
  it.each(['unknown', 'sandbox', 'No-Id'])('finds no outlet that an operator added under %s', async (id) => {
    const { operator } = await sharedReviewHub()
    expect(await operator.ask('DELETE', `${outletsPath}/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  })
})
