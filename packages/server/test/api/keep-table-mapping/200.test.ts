import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('keepTableMapping keeps a mapping by name and replaces it whole', async () => {
  const { keep, mappings } = await openMappingAccount()
  const first = await keep('shop', { columns: { upc: 'Barcode' }, dates: 'dmy' })
  expect(first).toMatchObject({
    status: 200,
    body: { name: 'shop', mapping: { columns: { upc: 'Barcode' }, dates: 'dmy' } },
  })
  const second = await keep('shop', { columns: { upc: 'EAN' } })
  expect(second.body).toMatchObject({ mapping: { columns: { upc: 'EAN' } }, createdAt: first.body.createdAt })
  expect(second.body.mapping).not.toHaveProperty('dates')
  expect((await mappings('GET', '?count=true')).body.page.total).toBe(1)
})
