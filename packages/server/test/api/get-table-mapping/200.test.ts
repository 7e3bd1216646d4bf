import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('getTableMapping returns the mapping as it was kept', async () => {
  const { keep, mappings } = await openMappingAccount()
  const mapping = {
    columns: { upc: 'Barcode', releaseDate: 'Street Date' },
    constants: { label: 'Blue Lamp' },
    values: { releaseType: { LP: 'album' } },
    dates: 'dmy',
  }
  await keep('old-shop', mapping)
  expect(await mappings('GET', '/old-shop')).toMatchObject({ status: 200, body: { name: 'old-shop', mapping } })
})
