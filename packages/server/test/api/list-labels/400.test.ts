import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { labelsPath } from '../../harness/labels.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

describe('listLabels 400', () => {
  it('refuses a cursor that it did not issue', async () => {
    const hub = await sharedHub()
    const key = await (await createTestAccount(hub)).key()
    const { status, body } = await hub.json('GET', `${labelsPath}?cursor=made-up`, { key })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })
})
