import { expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub } from '../../harness/hub.ts'
import { tokenOfSiteA, tokenOfSiteB } from '../../harness/shared-property-hub.ts'
import { openFeedStream } from '../../live/feed-events.ts'

it('refuses the twenty-first stream of a property, and opens it once another one has ended', async () => {
  const tokens = `site-a=${tokenOfSiteA},site-b=${tokenOfSiteB}`
  const hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: tokens } })
  const streams = await Promise.all(Array.from({ length: 30 }, () => openFeedStream(hub, tokenOfSiteA)))
  const open = streams.filter(({ response }) => response.status === 200)
  const refused = streams.filter(({ response }) => response.status === 429)
  expect([open.length, refused.length]).toEqual([20, 10])
  expect(refused[0]?.response.headers.get('retry-after')).toBe('15')
  expect(await refused[0]?.response.json()).toMatchObject({
    error: 'rate_limited',
    detail: 'Each property can have at most 20 streams at a time. Close one, or share one.',
  })
  expect((await openFeedStream(hub, tokenOfSiteB)).response.status).toBe(200)
  open[0]?.close()
  await eventually(async () => (await openFeedStream(hub, tokenOfSiteA)).response.status === 200 || undefined, {
    what: 'a free place',
  })
})
