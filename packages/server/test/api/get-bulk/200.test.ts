import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('getBulk answers the progress, which is the number of outcomes', async () => {
  const { start, turn, ask, releases } = await openBulkAccount()
  const ids = await releases(22)
  const { body } = await start({ action: 'patch', ids, patch: { label: 'New' } })
  await turn()
  const { counts } = (await ask(`/${body.id}`)).body
  expect(counts.done).toBeGreaterThan(0)
  expect(counts.waiting, 'A turn has at most 20 releases').toBeGreaterThanOrEqual(2)
  expect(counts).toMatchObject({ total: 22, waiting: 22 - counts.done, unchanged: 0, refused: 0 })
})
