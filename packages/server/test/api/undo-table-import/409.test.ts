import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('undoTableImport refuses an import that is undone already', async () => {
  const { take, ended, fixture } = await openSharedTableAccount()
  const { id } = await take('externalId,releaseTitle,trackTitle\nA,First,One\n')
  await fixture.post(`${tablesPath}/${id}/undo`)
  await ended(id)
  expect(await fixture.post(`${tablesPath}/${id}/undo`)).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      state: 'undone',
      detail: 'The import is undone. Only one that is done can continue.',
    },
  })
})
