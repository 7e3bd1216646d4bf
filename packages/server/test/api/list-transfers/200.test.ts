import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it('listTransfers has the transfers of the account, newest first', async () => {
  const { bring, ask } = await openTransferAccount()
  await (await openTransferAccount()).bring('upc\n')
  expect((await ask('')).body).toMatchObject({ data: [], page: { hasMore: false } })
  const [first, second] = [await bring('upc\n', { name: 'One' }), await bring('upc\n', { name: 'Two' })]
  const { body } = await ask('?limit=1&count=true')
  expect(body).toMatchObject({ data: [{ id: second.body.id, name: 'Two' }], page: { hasMore: true, total: 2 } })
  const rest = (await ask(`?limit=1&cursor=${body.page.nextCursor}`)).body
  expect(rest).toMatchObject({ data: [{ id: first.body.id }], page: { hasMore: false } })
})
