import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openShelf, releasesPath, type Shelf } from '../../harness/releases.ts'

describe('createRelease 403', () => {
  let hub: TestHub
  let shelf: Shelf
  beforeAll(async () => {
    ;({ hub, shelf } = await openShelf())
  })

  it('needs music:write', async () => {
    const key = await shelf.account.key(['music:read', 'catalog:read', 'analytics:read'])
    const answer = await hub.json('POST', releasesPath, { key, body: await shelf.body() })
    expect(answer).toMatchObject({ status: 403, body: { error: 'permission_missing', required: 'music:write' } })
    const list = await hub.json('GET', releasesPath, { key })
    expect(list.body.data).toEqual([])
  })
})
