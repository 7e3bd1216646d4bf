import { expect, it } from 'vitest'
import { openMappingAccount } from '../../harness/table-mappings.ts'

it('listTableMappings refuses a cursor of another list', async () => {
  const { mappings } = await openMappingAccount()
  expect(await mappings('GET', '?cursor=abc')).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
})
