import { expect, it } from 'vitest'
import { openTransferAccount } from '../../harness/transfers.ts'

it.each([
  [
    { outlets: ['sandbox', 'spotty'] },
    { pointer: '/outlets/1', code: 'outlet_unknown', detail: 'The hub has no outlet "spotty".' },
  ],
  [{ deadline: '2031-02-30' }, { pointer: '/deadline', code: 'format', detail: '2031-02-30 is not a valid date.' }],
  [{ deadline: '0000-01-01' }, { pointer: '/deadline', code: 'format' }],
  [{ mappingName: 'none' }, { pointer: '/mappingName', code: 'mapping_unknown' }],
  [
    { preset: 'spindle', mappingName: 'none' },
    { pointer: '/mappingName', code: 'conflicting_members' },
  ],
])('createTransfer refuses %j', async (more, error) => {
  const { bring } = await openTransferAccount()
  const { status, body } = await bring('upc\n', more)
  expect({ status, error: body.error, errors: body.errors }).toMatchObject({
    status: 422,
    error: 'validation_failed',
    errors: [error],
  })
})
