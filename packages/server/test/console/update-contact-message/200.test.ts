import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('updateContactMessage 200', () => {
  let operator: TestPerson
  let me: string
  beforeAll(async () => {
    operator = await sharedOperator()
    me = (await operator.ask('GET', '/console/api/session')).body.user.id
  })
  const leave = async () => {
    const id = await leaveMessage(await sharedHub(), 'Cem')
    return (body: object) => operator.ask('PATCH', `${messagesPath}/${id}`, body)
  }

  it('keeps the state of a message, who answers it, and a note; a member that is not named stays as it was', async () => {
    const change = await leave()
    const opened = await change({ state: 'open', assigneeId: me })
    expect(opened.status).toBe(200)
    expect(opened.body).toEqual({
      id: expect.stringMatching(/^msg_/),
      name: 'Cem',
      email: expect.any(String),
      organisation: null,
      message: 'Hello, I am Cem.',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      state: 'open',
      assignee: { userId: me, name: 'Mia Blue' },
      note: null,
    })
    const note = 'Knows the people of Night Label.'
    expect((await change({ note })).body).toEqual({ ...opened.body, note })
    expect((await change({ assigneeId: null })).body).toEqual({ ...opened.body, note, assignee: null })
    expect((await change({ note: null, state: 'spam' })).body).toEqual({
      ...opened.body,
      state: 'spam',
      assignee: null,
    })
    expect((await change({})).body).toMatchObject({ state: 'spam', note: null })
  })

  it('refuses an assignee who does not run the hub, and an unknown state', async () => {
    const change = await leave()
    expect((await change({ state: 'open', assigneeId: 'usr_01JD3MZ6V8Q4W9X2K7N5T0RHYB' })).body).toMatchObject({
      error: 'validation_failed',
      errors: [{ pointer: '/assigneeId', code: 'no_operator' }],
    })
    expect((await change({ state: 'later' })).status).toBe(422)
    expect((await change({})).body).toMatchObject({ state: 'new', assignee: null })
  })
})
