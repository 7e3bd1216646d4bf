import { expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

it('setNoticeChoices 404: finds neither an unknown account nor one of others, and changes nothing', async () => {
  const hub = await sharedHub()
  const person = await joinNewAccount(hub, { email: 'mia@notices-404.example' })
  const other = await joinNewAccount(hub, { email: 'tom@notices-404.example' })
  for (const accountId of ['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', other.accountId]) {
    const accounts = [
      { accountId: person.accountId, files: 'never' },
      { accountId, files: 'never' },
    ]
    expect(await person.ask('PATCH', '/console/api/me/notices', { accounts })).toMatchObject({
      status: 404,
      body: { error: 'account_not_found', detail: `You are not a member of ${accountId}.` },
    })
  }
  for (const one of [person, other])
    expect((await one.ask('GET', '/console/api/me/notices')).body.accounts).toMatchObject([{ files: 'daily' }])
})
