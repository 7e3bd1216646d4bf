import { expect, it } from 'vitest'
import { exportsPath, openExportAccount } from '../../harness/exports.ts'

it('createExport answers with an export that waits, and the activity names who requested it', async () => {
  const { hub, fixture, ask } = await openExportAccount()
  const { status, headers, body } = await ask('POST')
  expect(status).toBe(202)
  expect(headers.get('location')).toBe(`${hub.url}${exportsPath}/${body.id}`)
  expect(body).toEqual({
    id: expect.stringMatching(/^exp_[0-9A-HJKMNP-TV-Z]{26}$/),
    status: 'waiting',
    progress: 0,
    size: null,
    uploads: null,
    missing: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    endedAt: null,
    expiresAt: null,
  })
  expect((await ask('GET', `/${body.id}`)).body).toEqual(body)
  const { accountId, clientId } = fixture.account
  const noted = await hub.opened.database
    .tenant(accountId)
    .rows(
      `select actor ->> 'id' as by, data from account_audit_events where account_id = $1 and type = 'account.exported'`,
    )
  expect(noted).toEqual([{ by: clientId, data: { export: body.id } }])
})
