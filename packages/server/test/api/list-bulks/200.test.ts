import { expect, it } from 'vitest'
import { openBulkAccount } from '../../harness/bulk.ts'

it('listBulks has the newest first, page by page, and counts', async () => {
  const { start, ask } = await openBulkAccount()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.unshift((await start({ action: 'submit', filters: {} })).body.id)
  await (await openBulkAccount()).start({ action: 'submit', filters: {} })
  const { body: first } = await ask('?limit=2&count=true')
  expect(first.page).toMatchObject({ limit: 2, hasMore: true, total: 3 })
  const { body: rest } = await ask(`?limit=2&cursor=${first.page.nextCursor}`)
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids)
})
