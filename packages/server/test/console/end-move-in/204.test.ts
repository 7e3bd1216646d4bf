import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { sharedHub, sharedOperator } from '../../harness/shared-hub.ts'

describe('endMoveIn 204', () => {
  it('restores the usual limits, and records nothing if they are not raised', async () => {
    const hub = await sharedHub()
    const operator = await sharedOperator()
    const { accountId } = await createTestAccount(hub, 'Moved Label')
    const path = `/console/api/operator/accounts/${accountId}/move-in`
    const body = { until: '2999-01-01T00:00:00.000Z', factor: 10, storedBytes: null }
    expect(await operator.ask('PUT', path, body)).toMatchObject({ status: 204 })
    for (let i = 0; i < 2; i++) expect(await operator.ask('DELETE', path)).toMatchObject({ status: 204 })
    const listed = await operator.ask('GET', '/console/api/operator/accounts?query=Moved+Label')
    expect(listed.body.data.find(({ id }: { id: string }) => id === accountId).moveIn).toBeUndefined()
    expect(
      await hub.opened.database.system.rows(
        "select type, actor ->> 'name' as by from hub_audit_events where data ->> 'account' = $1 and type = 'move_in.ended'",
        [accountId],
      ),
    ).toEqual([{ type: 'move_in.ended', by: 'Mia Blue' }])
  })
})
