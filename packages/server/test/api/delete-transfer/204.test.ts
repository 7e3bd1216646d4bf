import { expect, it } from 'vitest'
import { openTransferAccount, transfersPath } from '../../harness/transfers.ts'

it('deleteTransfer deletes it with its marks, frees its bytes, and leaves releases alone', async () => {
  const { hub, fixture, take, ask, mark, deliver } = await openTransferAccount()
  const { key, account } = fixture
  const documentBytes = async () =>
    (
      await hub.opened.database.system.readRow<{ bytes: number }>(
        'select sum(document_bytes)::int as bytes from account_usage where account_id = $1',
        [account.accountId],
      )
    )?.bytes
  const { body: release } = await fixture.release({ title: 'Rain' })
  const before = await documentBytes()
  const { id } = await take(`upc,releaseTitle,trackTitle\n${release.upc},Rain,Song 1\n`)
  expect(await documentBytes()).toBeGreaterThan(before ?? 0)
  await deliver(release.id, 'live')
  expect((await mark(id, { outlet: 'sandbox' })).body).toEqual({ changed: 1, unchanged: 0 })
  expect((await hub.json('DELETE', `${transfersPath}/${id}`, { key })).status).toBe(204)
  expect((await ask(`/${id}`)).status).toBe(404)
  expect(await documentBytes()).toBe(before)
  expect((await fixture.get(release.id)).status).toBe(200)
})
