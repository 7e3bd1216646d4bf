import { expect, it } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub } from '../../harness/hub.ts'
import { operatorOf } from '../../harness/operator.ts'
import { tokenOfSiteA } from '../../harness/shared-property-hub.ts'
import { openFeedStream, openFeedStreamNow } from '../../live/feed-events.ts'

it('pauses on a hub that went back in time, and then asks to read the feed again', async () => {
  const hub = await startTestHub({
    role: 'api',
    environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` },
  })
  const operator = operatorOf(hub)
  const stream = await openFeedStreamNow(hub, tokenOfSiteA)
  const seen = stream.events[0]?.id
  expect((await operator('restore', 'begin', '--to', '2026-01-01T00:00:00Z')).code).toBe(0)
  await eventually(() => stream.hasEnded(), { what: 'the end of the open stream' })
  const paused = await openFeedStream(hub, tokenOfSiteA, seen)
  expect([paused.response.status, paused.response.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await paused.response.json()).toMatchObject({ error: 'feed_paused' })
  expect((await operator('restore', 'finish')).code).toBe(0)
  const again = await openFeedStream(hub, tokenOfSiteA, seen)
  expect(await again.first(1)).toMatchObject([{ event: 'reset' }])
})
