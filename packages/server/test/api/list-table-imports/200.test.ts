import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it('listTableImports answers tables of the account, the newest first, page by page', async () => {
  const { bring, ask } = await openSharedTableAccount()
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.unshift((await bring('upc,releaseTitle\n')).body.id)
  await (await openSharedTableAccount()).bring('upc,releaseTitle\n')
  const { status, body } = await ask('?limit=2&count=true')
  expect(status).toBe(200)
  expect(body.page).toEqual({ limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 })
  const { body: rest } = await ask(`?limit=2&cursor=${body.page.nextCursor}`)
  expect([...body.data, ...rest.data].map(({ id }) => id)).toEqual(ids)
})
