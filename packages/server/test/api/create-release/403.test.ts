import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createRelease 403', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })

  it('needs music:write', async () => {
    const key = await fixture.account.key(['music:read', 'catalog:read', 'analytics:read'])
    const answer = await hub.json('POST', releasesPath, { key, body: await fixture.body() })
    expect(answer).toMatchObject({ status: 403, body: { error: 'permission_missing', required: 'music:write' } })
    const list = await hub.json('GET', releasesPath, { key })
    expect(list.body.data).toEqual([])
  })
})
