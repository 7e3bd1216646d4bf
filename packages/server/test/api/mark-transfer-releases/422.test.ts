import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it.each([
  [{ outlet: 'spotty' }, { pointer: '/outlet', code: 'outlet_unknown', fix: 'Its stores are sandbox.' }],
  [
    { outlet: 'sandbox', upcs: ['12'] },
    { pointer: '/upcs/0', code: 'upc_unknown' },
  ],
  [
    { outlet: 'sandbox', upcs: ['036000291452', '0614141000036'] },
    { pointer: '/upcs/1', code: 'upc_unknown' },
  ],
  [
    { outlet: 'sandbox', reason: 'early' },
    { pointer: '/reason', code: 'conflicting_members' },
  ],
])('markTransferReleases refuses %j', async (body, error) => {
  const { take, mark } = await openTransferAccount()
  const { id } = await take('upc,releaseTitle,trackTitle\n036000291452,A,A\n')
  const answer = await mark(id, body)
  expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({ status: 422, errors: [error] })
})
