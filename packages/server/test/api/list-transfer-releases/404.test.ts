import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openTransferAccount, transfersPath, unknownTransfer } from '../../harness/transfers.ts'

it("listTransferReleases answers for another account's transfer as for one that never existed", async () => {
  const { hub, fixture } = await openTransferAccount()
  const { body } = await (await openTransferAccount()).bring('upc\n')
  const answers = await differentAnswers([body.id, unknownTransfer, 'nonsense'], (id) =>
    hub.json('GET', `${transfersPath}/${id}/releases`, { key: fixture.key }),
  )
  expect(answers).toEqual([{ status: 404, error: 'transfer_not_found' }])
})
