import { describe, expect, it } from 'vitest'
import { outletsPath } from '../../harness/new-outlets.ts'
import { sharedOutletHub } from '../../harness/shared-review-hub.ts'

describe('removeOutlet 404', () => {
  it.each(['unknown', 'sandbox', 'No-Id'])('finds no outlet that an operator added under %s', async (id) => {
    const { operator } = await sharedOutletHub()
    expect(await operator.ask('DELETE', `${outletsPath}/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    })
  })
})
