import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('cancelBulk refuses a job that has ended', async () => {
  const { start, act } = await openBulkAccount()
  const { body } = await start({ action: 'submit', filters: {} })
  expect(await act(body.id, 'cancel')).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: 'The bulk job is completed. Allowed actions: nothing.',
      state: 'completed',
      allowed: [],
    },
  })
})
