import { expect, it } from 'vitest'
import { openSharedTableAccount, tablesPath } from '../../harness/table-imports.ts'

it('attachMasters refuses an import that is not done, and a dry run', async () => {
  const { bring, take, fixture } = await openSharedTableAccount()
  const { body } = await bring('upc,releaseTitle\n')
  expect(await fixture.post(`${tablesPath}/${body.id}/masters`)).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      state: 'waiting',
      detail: 'The import is waiting. Only one that is done can continue.',
    },
  })
  const { id } = await take('externalId,releaseTitle,trackTitle\nA,First,One\n', { dryRun: true })
  expect(await fixture.post(`${tablesPath}/${id}/masters`)).toMatchObject({
    status: 409,
    body: {
      error: 'state_conflict',
      detail: 'The import is a dry run: it has created no drafts. Import the table without dryRun first.',
    },
  })
})
