import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('resumeBulk continues with the releases that wait', async () => {
  const { start, act, finish, ask, releases } = await openBulkAccount()
  const { body } = await start({ action: 'patch', ids: await releases(2), patch: { label: 'New' } })
  await act(body.id, 'pause')
  await finish()
  expect((await ask(`/${body.id}`)).body.counts.waiting).toBe(2)
  expect(await act(body.id, 'resume')).toMatchObject({ status: 200, body: { status: 'running' } })
  await finish()
  expect((await ask(`/${body.id}`)).body).toMatchObject({ status: 'completed', counts: { done: 2 } })
})
