import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('inviteFromMessage 404', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
  })
  const ask = (id: string) =>
    operator.ask('POST', `${messagesPath}/${id}/invite`, {
      accountName: 'Never made',
      email: 'ada@label.example',
      role: 'owner',
    })

  it('finds no message under an unknown id, under a cut one, or once it was deleted', async () => {
    const gone = await leaveMessage(await sharedHub(), 'Ada')
    expect((await operator.ask('DELETE', `${messagesPath}/${gone}`)).status).toBe(204)
    for (const id of ['msg_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'msg_1', gone])
      expect(await ask(id), id).toMatchObject({ status: 404, body: { error: 'message_not_found' } })
    const accounts = await operator.ask('GET', '/console/api/operator/accounts?query=Never%20made')
    expect(accounts.body.data).toEqual([])
  })
})
