import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestPerson } from '../../harness/people.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('openMoveIn 204', () => {
  let operator: TestPerson
  beforeAll(async () => {
    operator = await sharedOperator()
  })

  it('raises the limits of the account, replaces an earlier move, and is recorded', async () => {
    const hub = await sharedHub()
    const { accountId } = await createTestAccount(hub, 'Moving Label')
    const path = `/console/api/operator/accounts/${accountId}/move-in`
    const first = { until: '2998-01-01T00:00:00.000Z', factor: 100, storedBytes: null }
    const second = { until: '2999-01-01T00:00:00.000Z', factor: 10, storedBytes: 5_000_000_000_000 }
    for (const body of [first, second]) expect(await operator.ask('PUT', path, body)).toMatchObject({ status: 204 })
    const listed = await operator.ask('GET', '/console/api/operator/accounts?query=Moving+Label')
    expect(listed.body.data.find(({ id }: { id: string }) => id === accountId)).toMatchObject({ moveIn: second })
    expect(
      await hub.opened.database.system.rows(
        "select type, actor ->> 'name' as by, data from hub_audit_events where data ->> 'account' = $1 and type like 'move_in.%' order by id",
        [accountId],
      ),
    ).toEqual([
      {
        type: 'move_in.opened',
        by: 'Mia Blue',
        data: { account: accountId, until: '2998-01-01T00:00:00.000Z', factor: '100', storedBytes: null },
      },
      {
        type: 'move_in.opened',
        by: 'Mia Blue',
        data: { account: accountId, until: '2999-01-01T00:00:00.000Z', factor: '10', storedBytes: '5000000000000' },
      },
    ])
  })
})
