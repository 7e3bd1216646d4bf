import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { offerCover } from '../../harness/playable-cover.ts'
import { askAsSiteA, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

describe('getPlayableCover 200', () => {
  let hub: TestHub
  let offered: Awaited<ReturnType<typeof offerCover>>
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    offered = await offerCover(hub)
  })

  it('sends the cover as WebP, which a program asks for again when it changes', async () => {
    const response = await askAsSiteA(hub, offered.path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(offered.picture)).toBe(true)
    const etag = response.headers.get('etag') ?? ''
    expect((await askAsSiteA(hub, offered.path, { 'if-none-match': etag })).status).toBe(304)
  })

  it('is the address that the release has', async () => {
    const release = await askAsSiteA(hub, `/api/integration/releases/${offered.releaseId}`)
    const { cover } = (await release.json()) as { cover: { url: string } }
    expect(new URL(cover.url).pathname).toBe(offered.path)
  })
})
