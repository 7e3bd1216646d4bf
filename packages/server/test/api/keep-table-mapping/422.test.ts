import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

const upc = { upc: 'Barcode' }

it.each([
  ['no column', { columns: {} }, ['/columns', 'columns_missing']],
  [
    'a constant that its field cannot have',
    { columns: upc, constants: { releaseType: 'tape' } },
    ['/constants/releaseType', 'value_invalid'],
  ],
  [
    'a word that its field cannot have',
    { columns: upc, values: { trackExplicit: { E: 'naughty' } } },
    ['/values/trackExplicit', 'value_invalid'],
  ],
  [
    'a text with two meanings',
    { columns: upc, values: { releaseType: { LP: 'album', lp: 'ep' } } },
    ['/values/releaseType', 'value_repeated'],
  ],
  [
    'words of a field that does not exist',
    { columns: upc, values: { type: { LP: 'album' } } },
    ['/values/type', 'unknown_member'],
  ],
  ['a field that does not exist', { columns: { barcode: 'Barcode' } }, ['/columns/barcode', 'unknown_member']],
])('keepTableMapping refuses a mapping with %s', async (_, mapping, [pointer, code]) => {
  const { keep } = await openMappingAccount()
  expect(await keep('shop', mapping)).toMatchObject({ status: 422, body: { errors: [{ pointer, code }] } })
})

it.each(['My%20Shop', '%00'])('keepTableMapping says which names a mapping can have, for %s', async (name) => {
  const { keep } = await openMappingAccount()
  expect(await keep(name, { columns: upc })).toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          code: 'pattern',
          detail: 'The name of a mapping has lower-case letters, digits, - and _, and at most 64 characters.',
        },
      ],
    },
  })
})
