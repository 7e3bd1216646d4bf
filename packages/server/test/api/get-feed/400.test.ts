import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { sharedPropertyHub, tokenOfSiteA } from '../../harness/shared-property-hub.ts'

describe('getFeed 400', () => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await sharedPropertyHub()
  })

  it('refuses a cursor it did not make', async () => {
    const { status, body } = await hub.json('GET', '/api/integration/feed?cursor=AAAAAAAAAAAAAAAAAAAA', {
      bearer: tokenOfSiteA,
    })
    expect([status, body.error]).toEqual([400, 'cursor_invalid'])
  })

  it.each(['limit=0', 'limit=1001', 'since=2026-01-01'])('refuses %s', async (query) => {
    const { status, body } = await hub.json('GET', `/api/integration/feed?${query}`, { bearer: tokenOfSiteA })
    expect([status, body.error]).toEqual([400, 'invalid_parameter'])
  })
})
