import { expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

it('setNoticeChoices 403: refuses what only operators are told, and changes nothing', async () => {
  const person = await joinNewAccount(await sharedHub(), { email: 'mia@notices-403.example' })
  const { accountId } = person
  const body = { accounts: [{ accountId, files: 'never' }], operator: { waiting: 'never' } }
  expect(await person.ask('PATCH', '/console/api/me/notices', body)).toMatchObject({
    status: 403,
    body: {
      error: 'role_insufficient',
      detail: 'Only operators of this hub can set `operator`. Leave it out.',
    },
  })
  expect((await person.ask('GET', '/console/api/me/notices')).body.accounts).toMatchObject([{ files: 'daily' }])
})
