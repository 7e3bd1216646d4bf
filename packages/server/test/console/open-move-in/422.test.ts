import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('openMoveIn 422', () => {
  it('refuses an instant that is over', async () => {
    const { accountId } = await createTestAccount(await sharedHub())
    const body = { until: '2026-01-01T00:00:00.000Z', factor: 10, storedBytes: null }
    const operator = await sharedOperator()
    expect(await operator.ask('PUT', `/console/api/operator/accounts/${accountId}/move-in`, body)).toMatchObject({
      status: 422,
      body: {
        error: 'validation_failed',
        detail: 'until must be in the future. Give a later instant.',
        errors: [
          { pointer: '/until', code: 'until', detail: 'until must be in the future.', fix: 'Give a later instant.' },
        ],
      },
    })
  })
})
