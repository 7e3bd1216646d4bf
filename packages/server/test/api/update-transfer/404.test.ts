import { expect, it } from 'vitest'
import { differentAnswers } from '../../harness/different-answers.ts'
import { openTransferAccount, transfersPath, unknownTransfer } from '../../harness/transfers.ts'

it("updateTransfer answers for another account's transfer as for one that never existed", async () => {
  const { hub, fixture } = await openTransferAccount()
  const other = await openTransferAccount()
  const { body } = await other.bring('upc\n')
  const answers = await differentAnswers([body.id, unknownTransfer, 'nonsense'], (id) =>
    hub.json('PATCH', `${transfersPath}/${id}`, { key: fixture.key, body: { deadline: '2031-04-30' } }),
  )
  expect(answers).toEqual([{ status: 404, error: 'transfer_not_found' }])
  expect((await other.ask(`/${body.id}`)).body).toMatchObject({ deadline: '2030-03-31' })
})
