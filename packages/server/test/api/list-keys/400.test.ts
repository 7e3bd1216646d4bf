import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'

describe('listKeys 400', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it.each(['?limit=0', '?limit=101', '?limit=x', '?status=dead', '?colour=red', '?cursor='])(
    'refuses %s',
    async (query) => {
      const answer = await hub.json('GET', path + query, { bearer: await account.token() })
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_parameter' } })
    },
  )

  it('refuses the cursor of another account, another filter or none', async () => {
    const other = await createTestAccount(hub)
    await other.key()
    await other.key()
    const { body } = await hub.json('GET', `${path}?limit=1`, { bearer: await other.token() })
    const own = { bearer: await account.token() }
    for (const query of [`?cursor=${body.page.nextCursor}`, '?cursor=abcdef']) {
      const answer = await hub.json('GET', path + query, own)
      expect(answer).toMatchObject({ status: 400, body: { error: 'cursor_invalid' } })
    }
    const filtered = `${path}?status=active&cursor=${body.page.nextCursor}`
    expect((await hub.json('GET', filtered, { bearer: await other.token() })).body.error).toBe('cursor_invalid')
  })
})
