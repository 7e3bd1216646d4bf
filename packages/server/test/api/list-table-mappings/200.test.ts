import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('listTableMappings lists the mappings of the account by name, in pages', async () => {
  const { keep, mappings } = await openMappingAccount()
  const other = await openMappingAccount()
  await other.keep('foreign', { columns: { upc: 'Barcode' } })
  for (const name of ['zebra', 'apple', 'mole']) await keep(name, { columns: { upc: name } })
  const first = await mappings('GET', '?limit=2&count=true')
  expect(first).toMatchObject({ status: 200, body: { page: { total: 3 } } })
  expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['apple', 'mole'])
  const second = await mappings('GET', `?limit=2&cursor=${first.body.page.nextCursor}`)
  expect(second.body.data).toEqual([
    {
      name: 'zebra',
      mapping: { columns: { upc: 'zebra' } },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ])
  expect(second.body.page.nextCursor).toBeNull()
})
