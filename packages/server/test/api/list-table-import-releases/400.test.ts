import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it('listTableImportReleases refuses cursors that were made up', async () => {
  const { bring, ask } = await openSharedTableAccount()
  const { body } = await bring('upc,releaseTitle\n')
  const path = `/${body.id}/releases`
  expect(await ask(`${path}?limit=1&cursor=bm9uc2Vuc2U`)).toMatchObject({
    status: 400,
    body: { error: 'cursor_invalid', errors: [{ pointer: 'cursor' }] },
  })
})
