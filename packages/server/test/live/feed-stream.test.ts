import { describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { startSecondNode } from '../harness/second-node.ts'
import { tokenOfSiteA, tokenOfSiteB } from '../harness/shared-property-hub.ts'
import { startSigningHub } from '../harness/signing-hub.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'
import { openFeedStream, openFeedStreamNow, told } from './feed-events.ts'
import type { ReadStream } from './read-stream.ts'

/** Streams of properties: on which node they are, and what ends them. */

const environment = { SPINDLE_INTEGRATION_TOKENS: `site-a=${tokenOfSiteA}` }
/** The next sign of life, which looks the token up in any case, comes after 15 s. */
const soonerMs = 10_000
const end = (stream: ReadStream) =>
  eventually(() => stream.hasEnded(), { what: 'the end of the stream', timeoutMs: soonerMs })

describe('the stream of a property', () => {
  it('reports a takedown at every node', async () => {
    const hub = await startTestHub({ environment })
    const other = await startSecondNode(hub, { role: 'api', environment })
    const key = await (await createTestAccount(hub)).key()
    const target = { url: hub.url, key }
    const uploadId = await storeFile(target, 'audio/wav', shortMaster(1))
    const coverUploadId = await storeFile(target, 'image/jpeg', await coverJpeg())
    const streams = [await openFeedStreamNow(hub, tokenOfSiteA), await openFeedStreamNow(other, tokenOfSiteA)]
    const body = { ...submittableRelease({ title: 'Night Drive', uploadId, coverUploadId, serial: 1 }), submit: true }
    const { id } = (await hub.json('POST', '/api/v1/music-distributor/releases', { key, body })).body
    const { tracks } = await untilLive(target, id)
    const trackIds = tracks.map((track: { id: string }) => track.id)
    for (const stream of streams) {
      await stream.first(2)
      expect(told(stream)).toEqual([['live', id, trackIds, []]])
    }
    const path = `/api/v1/music-distributor/releases/${id}/takedown`
    const answer = await hub.json('POST', path, { key, body: { reason: 'artist_request' } })
    expect(answer.status).toBeLessThan(300)
    await Promise.all(
      streams.map((stream) => eventually(() => told(stream).length > 1, { what: 'the takedown', timeoutMs: soonerMs })),
    )
    for (const stream of streams) expect(told(stream).at(-1)).toEqual(['takedown', id, [], trackIds])
  })

  it('ends when its token is removed, and continues with another token of the property', async () => {
    const { hub, replaceTokens } = await startSigningHub()
    const tokenOfTomorrow = 'c'.repeat(32)
    await replaceTokens(`site-a=${tokenOfSiteA}\nsite-a=${tokenOfTomorrow}\nsite-b=${tokenOfSiteB}`)
    const tokens = [tokenOfSiteA, tokenOfTomorrow, tokenOfSiteB]
    const [old, next, foreign] = await Promise.all(tokens.map((token) => openFeedStreamNow(hub, token)))
    if (!old || !next || !foreign) throw new Error('three streams were opened')
    await replaceTokens(`site-a=${tokenOfTomorrow}\nsite-b=${tokenOfSiteB}`)
    await end(old)
    expect([next.hasEnded(), foreign.hasEnded()]).toEqual([false, false])
    expect((await openFeedStream(hub, tokenOfSiteA)).response.status).toBe(401)
    await replaceTokens(`site-b=${tokenOfSiteB}`)
    await end(next)
    expect(foreign.hasEnded()).toBe(false)
  })

  it('says reset when the database goes back in time while it is open, and continues', async () => {
    const hub = await startTestHub({ role: 'api', environment })
    const stream = await openFeedStreamNow(hub, tokenOfSiteA)
    await hub.hub.plays.restartFeed('the database was restored')
    expect((await stream.first(2))[1]).toEqual({ id: expect.any(String), event: 'reset', data: {} })
    const { accountId } = await createTestAccount(hub)
    const { releaseId } = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    expect((await stream.first(3))[2]).toMatchObject({ event: 'live', data: { releaseId } })
  })

  it('ends when the hub stops, so that a stop does not wait for readers', async () => {
    const hub = await startTestHub({ role: 'api', environment })
    const stream = await openFeedStreamNow(hub, tokenOfSiteA)
    await hub.hub.close()
    await eventually(() => stream.hasEnded(), { what: 'the end of the stream' })
  })
})
