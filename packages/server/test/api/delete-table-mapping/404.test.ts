import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it.each(['other', 'never-kept', 'No%20name'])(
  'deleteTableMapping finds no mapping of another account or name: %s',
  async (name) => {
    const { mappings } = await openMappingAccount()
    await (await openMappingAccount()).keep('other', { columns: { upc: 'Barcode' } })
    expect(await mappings('DELETE', `/${name}`)).toMatchObject({ status: 404, body: { error: 'mapping_not_found' } })
  },
)
