import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { partiesPath } from '../../harness/parties.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('listParties 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const hub = await sharedHub()
    const key = await (await createTestAccount(hub)).key()
    const { status, body } = await hub.json('GET', `${partiesPath}?cursor=made-up`, { key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
