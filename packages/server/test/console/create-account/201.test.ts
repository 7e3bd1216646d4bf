import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

const path = '/console/api/operator/accounts'

describe('createAccount 201', () => {
  let hub: TestHub
  let operator: TestPerson
  beforeAll(async () => {
    hub = await sharedHub()
    operator = await sharedOperator()
  })

  it('makes an account that has nothing yet, and writes down who did', async () => {
    const { status, body } = await operator.ask('POST', path, { name: ' Harbour Tapes ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^acc_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Harbour Tapes',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      usage: { releases: 0, documentBytes: 0, openUploads: 0, storedBytes: 0, waitingAnalyses: 0 },
      quotas: {
        releases: 200_000,
        documentBytes: 4_294_967_296,
        openUploads: 1000,
        storedBytes: 1_099_511_627_776,
        waitingAnalyses: 2000,
      },
    })
    const { data } = (await operator.ask('GET', `${path}?query=Harbour%20Tapes`)).body
    expect(data).toEqual([body])
    const events = await hub.opened.database.system.rows(
      "select type, actor, data from hub_audit_events where data ->> 'account' = $1",
      [body.id],
    )
    expect(events).toEqual([
      {
        type: 'account.created',
        actor: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'Mia Blue' },
        data: { account: body.id },
      },
    ])
  })

  it('takes no name of blanks', async () => {
    expect(await operator.ask('POST', path, { name: ' ' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', errors: [{ pointer: '/name' }] },
    })
  })
})
