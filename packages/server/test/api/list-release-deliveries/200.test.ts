import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { openShelf, releasesPath, type Shelf } from '../../harness/releases.ts'

describe('listReleaseDeliveries 200', () => {
  let hub: TestHub
  let shelf: Shelf
  beforeAll(async () => {
    const sites = Array.from({ length: 4 }, (_, index) => `site-${index}=${String(index).repeat(32)}`)
    ;({ hub, shelf } = await openShelf({ environment: { SPINDLE_INTEGRATION_TOKENS: sites.join(',') } }))
  })

  it('pages through one delivery for each outlet', async () => {
    const { body: draft } = await shelf.release()
    const path = `${releasesPath}/${draft.id}/deliveries`
    expect((await hub.json('GET', path, { key: shelf.key })).body.data).toEqual([])
    const { body } = await shelf.act(draft.id, 'submit')
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body: page } = await hub.json('GET', `${path}?limit=2&count=true${query}`, { key: shelf.key })
      seen.push(...page.data)
      cursor = page.page.nextCursor
      expect(page.page.total).toBe(5)
    } while (cursor !== null)
    expect(seen).toEqual(body.deliveries)
    expect(seen).toHaveLength(5)
  })
})
