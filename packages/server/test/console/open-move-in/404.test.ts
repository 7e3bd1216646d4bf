import { describe, expect, it } from 'vitest'
import { sharedOperator } from '../../harness/shared-hub.ts'

describe('openMoveIn 404', () => {
  it.each(['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'acc_1'])('finds no account under %s', async (id) => {
    const body = { until: '2999-01-01T00:00:00.000Z', factor: 10, storedBytes: null }
    expect(
      await (await sharedOperator()).ask('PUT', `/console/api/operator/accounts/${id}/move-in`, body),
    ).toMatchObject({ status: 404, body: { error: 'account_not_found' } })
  })
})
