import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it('createTableImport refuses a table after 20 in progress, for this account alone, and until one has ended', async () => {
  const { bring, ended } = await openSharedTableAccount()
  const ids: string[] = []
  for (let count = 0; count < 20; count++) ids.push((await bring('upc,releaseTitle\n')).body.id)
  expect(await bring('upc,releaseTitle\n')).toMatchObject({
    status: 403,
    body: {
      error: 'quota_exceeded',
      detail: 'The account can have at most 20 tables in progress and has 20. Import more when some are done.',
      quota: 'waitingImports',
      limit: 20,
      used: 20,
    },
  })
  expect((await (await openSharedTableAccount()).bring('upc,releaseTitle\n')).status).toBe(202)
  expect((await ended(ids[0] ?? '')).status).toBe('refused')
  expect((await bring('upc,releaseTitle\n')).status).toBe(202)
})
