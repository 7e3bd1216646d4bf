import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('undoBulk refuses a job after 20 that have not ended', async () => {
  const { run, start, act, releases } = await openBulkAccount()
  const ids = await releases(1)
  const { job } = await run({ action: 'patch', ids, patch: { label: 'New' } })
  for (let count = 0; count < 20; count++) await start({ action: 'submit', ids })
  expect(await act(job.id, 'undo')).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'openBulkJobs' },
  })
})
