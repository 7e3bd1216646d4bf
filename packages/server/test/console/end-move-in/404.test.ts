import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'

describe('endMoveIn 404', () => {
  it.each(['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'acc_1'])('finds no account under %s', async (id) => {
    const operator = await sharedOperator()
    expect(await operator.ask('DELETE', `/console/api/operator/accounts/${id}/move-in`)).toMatchObject({
      status: 404,
      body: { error: 'account_not_found' },
    })
  })
})
