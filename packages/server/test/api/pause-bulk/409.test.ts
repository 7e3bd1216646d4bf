import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('pauseBulk refuses a job that does not run', async () => {
  const { start, act, releases } = await openBulkAccount()
  const { body } = await start({ action: 'submit', ids: await releases(1) })
  await act(body.id, 'pause')
  expect(await act(body.id, 'pause')).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: 'The bulk job is paused. Allowed actions: resume, cancel.',
      state: 'paused',
    },
  })
})
