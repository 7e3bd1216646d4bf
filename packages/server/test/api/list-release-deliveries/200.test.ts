import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'

describe('listReleaseDeliveries 200', () => {
  let hub: TestHub
  let fixture: ReleaseFixture
  beforeAll(async () => {
    const sites = Array.from({ length: 4 }, (_, index) => `site-${index}=${String(index).repeat(32)}`)
    ;({ hub, fixture } = await openReleaseHub({ environment: { SPINDLE_INTEGRATION_TOKENS: sites.join(',') } }))
  })

  it('pages through one delivery for each outlet', async () => {
    const { body: draft } = await fixture.release()
    const path = `${releasesPath}/${draft.id}/deliveries`
    expect((await hub.json('GET', path, { key: fixture.key })).body.data).toEqual([])
    const { body } = await fixture.act(draft.id, 'submit')
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body: page } = await hub.json('GET', `${path}?limit=2&count=true${query}`, { key: fixture.key })
      seen.push(...page.data)
      cursor = page.page.nextCursor
      expect(page.page.total).toBe(5)
    } while (cursor !== null)
    expect(seen).toEqual(body.deliveries)
    expect(seen).toHaveLength(5)
  })
})
