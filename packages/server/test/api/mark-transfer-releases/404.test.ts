import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openTransferAccount, unknownTransfer } from '../../harness/transfers.ts'

it("markTransferReleases answers for another account's transfer as for one that never existed", async () => {
  const { mark } = await openTransferAccount()
  const other = await (await openTransferAccount()).take('upc,releaseTitle,trackTitle\n036000291452,A,A\n')
  const answers = await differentAnswers([other.id, unknownTransfer, 'nonsense'], (id) =>
    mark(id, { outlet: 'sandbox' }),
  )
  expect(answers).toEqual([{ status: 404, error: 'transfer_not_found' }])
})
