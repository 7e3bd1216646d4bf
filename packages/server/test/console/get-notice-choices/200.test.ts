import { expect, it } from 'vitest'
import { joinNewAccount } from '../../harness/people-hub.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

const path = '/console/api/me/notices'

it('getNoticeChoices 200: shows the defaults of each account until the person chooses', async () => {
  const hub = await sharedHub()
  const person = await joinNewAccount(hub, { email: 'mia@get-notices.example' })
  expect(await person.ask('GET', path)).toMatchObject({
    status: 200,
    body: {
      isMailed: false,
      digestHour: 7,
      accounts: [
        { accountId: person.accountId, reviews: 'at_once', stores: 'at_once', releases: 'daily', files: 'daily' },
      ],
      operator: null,
    },
  })
})

it('getNoticeChoices 200: shows operators their own choices', async () => {
  const operator = await sharedOperator()
  expect((await operator.ask('GET', path)).body.operator).toEqual({ waiting: 'at_once' })
})
