import { expect, it } from 'vitest'
import { openExportAccount } from '../../harness/exports.ts'

it.each([
  ['waiting', 'The export is waiting. Try again when it is ready.'],
  ['running', 'The export is running. Try again when it is ready.'],
  ['failed', 'The export failed. Start a new one.'],
])('downloadExport refuses while the export is %s', async (state, detail) => {
  const { hub, fixture, ask, waiting } = await openExportAccount()
  const id = await waiting()
  await hub.opened.database.tenant(fixture.account.accountId).execute(
    `update exports set status = $3, ended_at = case when $3 = 'failed' then now() end,
       expires_at = case when $3 = 'failed' then now() + interval '7 days' end
     where account_id = $1 and id = $2`,
    [id, state],
  )
  expect(await ask('GET', `/${id}/archive`)).toMatchObject({ status: 409, body: { error: 'state_conflict', detail } })
})
