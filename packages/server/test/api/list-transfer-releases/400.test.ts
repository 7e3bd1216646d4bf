import { expect, it } from 'vitest'
import { foreignCursors } from '../../harness/foreign-cursors.ts'
import { openTransferAccount } from '../../harness/transfers.ts'

it('listTransferReleases refuses cursors of other lists, of other transfers and of another filter', async () => {
  const account = await openTransferAccount()
  const table = 'upc,releaseTitle,trackTitle\n036000291452,A,A\n0614141000036,B,B\n'
  const [one, other] = [await account.take(table), await account.take(table)]
  const cursorOf = async (rest: string) => (await account.ask(rest)).body.page.nextCursor
  const foreign = [
    ...(await foreignCursors(account)),
    await cursorOf(`/${other.id}/releases?limit=1`),
    await cursorOf(`/${one.id}/releases?limit=1&severity=error`),
  ]
  for (const cursor of foreign)
    expect(await account.ask(`/${one.id}/releases?limit=1&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { error: 'cursor_invalid' },
    })
})
