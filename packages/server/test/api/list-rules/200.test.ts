import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

const path = '/api/v1/music-distributor'

describe('listRules 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
  })
  const get = async (what: string, headers = {}) => hub.json('GET', `${path}/${what}`, { key: fixture.key, headers })

  it('publishes the rule of every finding', async () => {
    const { body, headers } = await get('rules')
    const ids = new Set(body.data.map(({ id }: { id: string }) => id))
    expect(ids.size).toBe(body.data.length)
    const { body: bare } = await fixture.release({ label: undefined, upc: undefined, type: 'album', outlets: ['x'] })
    expect(bare.findings.length).toBeGreaterThan(3)
    for (const { rule } of bare.findings) expect(ids).toContain(rule.id)
    for (const rule of ['mono', 'too_short', 'cover_too_small'])
      expect(body.data).toContainEqual(expect.objectContaining({ code: rule, appliesTo: 'upload' }))
    const same = await get('rules', { 'if-none-match': headers.get('etag') })
    expect(same.status).toBe(304)
  })
})
