import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/keys'
const unusedId = 'key_01JD3MZ6V8Q4W9X2K7N5T0RHYB'

describe('rotateKey 404', () => {
  let hub: TestHub
  let account: TestAccount
  beforeAll(async () => {
    hub = await sharedHub()
    account = await createTestAccount(hub)
  })

  it('has one answer for unknown keys, malformed ids and keys of another account', async () => {
    const bearer = await account.token()
    const other = await createTestAccount(hub)
    await other.key()
    const { body: page } = await hub.json('GET', path, { bearer: await other.token() })
    const foreign = page.data[0].id
    const answers = await Promise.all(
      [unusedId, foreign, 'key_x', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', "'--"].map((keyId) =>
        hub.json('POST', `${path}/${encodeURIComponent(keyId)}/rotate`, { bearer, body: { overlapSeconds: 0 } }),
      ),
    )
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'key_not_found' } })
      expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' })
    }
    const { body: after } = await hub.json('GET', `${path}/${foreign}`, { bearer: await other.token() })
    expect(after).toEqual(page.data[0])
  })
})
