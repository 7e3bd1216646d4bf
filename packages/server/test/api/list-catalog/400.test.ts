import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import type { TestHub } from '../../harness/hub.ts'
import { createLiveRelease } from '../../harness/live-releases.ts'
import { sharedHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/distributor/catalog'

describe('listCatalog 400', () => {
  let hub: TestHub
  let key: string
  beforeAll(async () => {
    hub = await sharedHub()
    const account = await createTestAccount(hub)
    key = await account.key(['catalog:read'])
    for (let index = 0; index < 2; index++) await createLiveRelease(hub, { accountId: account.accountId })
  })

  it.each([
    ['include=covers', 'include', '"covers" is not allowed. Allowed values: tracks, deliveries.'],
    ['format=csv&include=deliveries', 'include', 'CSV does not support deliveries.'],
    ['format=xml', 'format', 'Must be one of `json`, `csv`, `ndjson`.'],
    ['releasedFrom=2026-02-30', 'releasedFrom', '2026-02-30 is not a valid date.'],
    ['releasedTo=0000-01-01', 'releasedTo', '0000-01-01 is not a valid date.'],
    ['territory=de', 'territory', undefined],
    ['updatedSince=yesterday', 'updatedSince', undefined],
    ['limit=101', 'limit', undefined],
    ['sort=artist', 'sort', undefined],
    [
      'sort=title&updatedSince=2026-05-01T00:00:00Z',
      'sort',
      'updatedSince cannot be combined with sort. It returns the oldest changes first.',
    ],
  ])('names the parameter that is wrong: %s', async (query, pointer, detail) => {
    const { status, body } = await hub.json('GET', `${path}?${query}`, { key })
    expect(status).toBe(400)
    expect(body.error).toBe('invalid_parameter')
    expect(body.errors[0].pointer).toBe(pointer)
    if (detail !== undefined) expect(body.errors[0].detail).toBe(detail)
  })

  it('refuses a cursor of other filters', async () => {
    const { body } = await hub.json('GET', `${path}?limit=1`, { key })
    const other = await hub.json('GET', `${path}?limit=1&type=ep&cursor=${body.page.nextCursor}`, { key })
    expect(other.status).toBe(400)
    expect(other.body.error).toBe('cursor_invalid')
  })
})
