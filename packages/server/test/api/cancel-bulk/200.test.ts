import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('cancelBulk keeps what was done and leaves the rest', async () => {
  const { start, act, turn, finish, ask, outcomes, releases } = await openBulkAccount()
  const { body } = await start({ action: 'patch', ids: await releases(22), patch: { label: 'New' } })
  await turn()
  const { counts } = (await ask(`/${body.id}`)).body
  expect(await act(body.id, 'cancel')).toMatchObject({
    status: 200,
    body: { status: 'cancelled', counts, endedAt: expect.stringMatching(/Z$/) },
  })
  await finish()
  expect((await ask(`/${body.id}`)).body.counts).toEqual(counts)
  expect(await outcomes(body.id, '?outcome=waiting&limit=100')).toHaveLength(counts.waiting)
})
