import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('resumeBulk refuses a job that is not paused', async () => {
  const { start, act, releases } = await openBulkAccount()
  const { body } = await start({ action: 'submit', ids: await releases(1) })
  expect(await act(body.id, 'resume')).toMatchObject({
    status: 409,
    body: { error: 'state_conflict', state: 'running', allowed: ['pause', 'cancel'] },
  })
})
