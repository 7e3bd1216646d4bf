import { expect, it } from 'vitest'
import { openTransferAccount, transfersPath } from '../../harness/transfers.ts'

it.each([
  [
    { outlets: ['sandbox', 'spotty'] },
    { pointer: '/outlets/1', code: 'outlet_unknown', detail: 'The hub has no outlet "spotty".' },
  ],
  [{ deadline: '2031-02-30' }, { pointer: '/deadline', code: 'format', detail: '2031-02-30 is not a valid date.' }],
  [{ table: 'dXBjLHRpdGxlCg==' }, { pointer: '/table', code: 'unknown_member' }],
])('updateTransfer refuses %j and changes nothing', async (patch, error) => {
  const { hub, fixture, bring, ask } = await openTransferAccount()
  const { id } = (await bring('upc\n')).body
  const before = (await ask(`/${id}`)).body
  const { status, body } = await hub.json('PATCH', `${transfersPath}/${id}`, { key: fixture.key, body: patch })
  expect({ status, error: body.error, errors: body.errors }).toMatchObject({
    status: 422,
    error: 'validation_failed',
    errors: [error],
  })
  expect((await ask(`/${id}`)).body).toEqual(before)
})
