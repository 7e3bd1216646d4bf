import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it('listTableImports refuses cursors that were made up', async () => {
  const { ask } = await openSharedTableAccount()
  expect(await ask('?limit=1&cursor=bm9uc2Vuc2U')).toMatchObject({
    status: 400,
    body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
  })
})
