import { expect, it } from 'vitest'
import { bulkPath, openBulkAccount } from '../../harness/bulk.ts'

it('createBulk refuses the job after 20 that have not ended, until one has', async () => {
  const { start, act, releases } = await openBulkAccount()
  const body = { action: 'submit', ids: await releases(1) }
  const { body: first } = await start(body)
  for (let count = 1; count < 20; count++) expect((await start(body)).status).toBe(202)
  expect(await start(body)).toMatchObject({
    status: 403,
    body: { error: 'quota_exceeded', quota: 'openBulkJobs', limit: 20, used: 20 },
  })
  expect((await act(first.id, 'cancel')).status).toBe(200)
  expect((await start(body)).status).toBe(202)
})

it('createBulk takes filters only from keys that may read the catalog', async () => {
  const { hub, fixture } = await openBulkAccount()
  const key = await fixture.account.key(['music:write'])
  const [id] = [(await fixture.release()).body.id]
  const start = (selection: object) => hub.json('POST', bulkPath, { key, body: { action: 'submit', ...selection } })
  expect(await start({ filters: {} })).toMatchObject({ status: 403, body: { error: 'permission_missing' } })
  expect((await start({ ids: [id] })).status).toBe(202)
})
