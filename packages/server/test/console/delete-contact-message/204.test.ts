import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import type { TestHub } from '../../harness/hub.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('deleteContactMessage 204', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await sharedHub()
    operator = await sharedOperator()
  })

  it('deletes one message for good, and writes down who did', async () => {
    const [gone, kept] = [await leaveMessage(hub, 'Ada'), await leaveMessage(hub, 'Ben')]
    expect(await operator.ask('DELETE', `${messagesPath}/${gone}`)).toMatchObject({ status: 204, body: '' })
    const { rows } = hub.opened.database.system
    expect(await rows('select id from contact_messages where id = any ($1)', [[gone, kept]])).toEqual([{ id: kept }])
    expect(await rows("select type, actor, data from hub_audit_events where data ->> 'message' = $1", [gone])).toEqual([
      {
        type: 'contact.deleted',
        actor: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
        data: { message: gone },
      },
    ])
  })
})
