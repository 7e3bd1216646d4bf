import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openTransferAccount } from '../../harness/transfers.ts'

it('listTransfers refuses cursors of other lists', async () => {
  const account = await openTransferAccount()
  for (const cursor of await foreignCursors(account))
    expect(await account.ask(`?cursor=${cursor}`)).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
})
