import { expect, it } from 'vitest'
import { openBulkAccount, unknownBulk } from '../../harness/bulk.ts'
import { differentAnswers } from '../../harness/different-answers.ts'

it("pauseBulk answers for another account's bulk job as for one that never existed", async () => {
  const { act } = await openBulkAccount()
  const { body } = await (await openBulkAccount()).start({ action: 'submit', filters: {} })
  const answers = await differentAnswers([body.id, unknownBulk, 'nonsense'], (id) => act(id, 'pause'))
  expect(answers).toEqual([{ status: 404, error: 'bulk_not_found' }])
})
