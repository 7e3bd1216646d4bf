import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('listContactMessages 400', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
    for (const name of ['Ada', 'Ben']) await leaveMessage(await sharedHub(), name)
    await operator.ask('POST', '/console/api/operator/accounts', { name: 'One more label' })
  })

  it('refuses a cursor of another filter, of another list, and one that was made up', async () => {
    const cursorOf = async (path: string) => (await operator.ask('GET', `${path}?limit=1`)).body.page.nextCursor
    const own = await cursorOf(messagesPath)
    for (const query of [
      `state=new&cursor=${own}`,
      `cursor=${await cursorOf('/console/api/operator/accounts')}`,
      'cursor=AAAA',
    ])
      expect(await operator.ask('GET', `${messagesPath}?limit=1&${query}`), query).toMatchObject({
        status: 400,
        body: { error: 'cursor_invalid' },
      })
    expect((await operator.ask('GET', `${messagesPath}?limit=1&cursor=${own}`)).status).toBe(200)
  })
})
