import { beforeAll, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('inviteToAccount 404', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
  })

  it.each(['acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'acc_1'])('finds no account under %s, and invites no one', async (id) => {
    const body = { email: 'eva@nowhere.example', role: 'owner' }
    expect(await operator.ask('POST', `/console/api/operator/accounts/${id}/invitations`, body)).toMatchObject({
      status: 404,
      body: { error: 'account_not_found' },
    })
    const { rows } = (await sharedHub()).opened.database.system
    expect(await rows("select id from invitations where email = 'eva@nowhere.example'")).toEqual([])
  })
})
