import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('listRecordings 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const hub = await sharedHub()
    const key = await (await createTestAccount(hub)).key(['catalog:read'])
    const { status, body } = await hub.json('GET', '/api/v1/distributor/recordings?cursor=made-up', { key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
