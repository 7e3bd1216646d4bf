import { expect, it } from 'vitest'
import { openImportAccount } from '../../harness/imports.ts'

it('createImport refuses the import after 200 that wait, for this account alone, and until one has ended', async () => {
  const { hub, fixture, ask, bring, end, waiting } = await openImportAccount()
  const id = await waiting()
  await hub.opened.database.tenant(fixture.account.accountId).execute(
    `insert into imports (account_id, id, message, sha256, files, actor, created_at)
     select account_id, 'imp_' || lpad(number::text, 26, '0'), message, sha256, files, actor, created_at
     from imports, generate_series(1, 199) number where account_id = $1`,
  )
  expect(await bring()).toMatchObject({
    status: 403,
    body: {
      error: 'quota_exceeded',
      detail:
        'The account can have at most 200 waiting imports and has 200. Start more imports when some are finished.',
      quota: 'waitingImports',
      limit: 200,
      used: 200,
    },
  })
  expect((await ask('?limit=1&count=true')).body.page.total).toBe(200)
  const other = await openImportAccount()
  expect((await other.bring()).status).toBe(202)
  await end(id)
  expect((await bring()).status).toBe(202)
})
