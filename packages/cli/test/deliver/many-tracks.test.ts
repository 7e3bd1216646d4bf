import { beforeAll, describe, expect, it } from 'vitest'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliveryHub, startDeliveryHub } from './deliver-hub.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { makeFolder } from './make-folder.ts'
import { taggedFlac } from './masters.ts'

/** Many small files: what counts is requests, because a hub allows a key only so many of them in a minute. */

const tracks = 200
/** What a hub that sets no limit allows a key in a minute. */
const mostReads = 600

let delivery: DeliveryHub
beforeAll(async () => {
  delivery = await startDeliveryHub()
})

describe('a folder of 200 tracks', () => {
  it('is sent with one request for each file, and checked with few, within the limits of a minute', async () => {
    const master = (index: number) => taggedFlac({ TITLE: `Song ${index}`, TRACKNUMBER: String(index) }, 0.5)
    const files = Array.from({ length: tracks }, (_, index) => [
      `${String(index + 1).padStart(3, '0')}.flac`,
      master(index + 1),
    ])
    const folder = await makeFolder(Object.fromEntries(files))
    const line = await startFailingProxy(delivery.hub.url)
    const { code, stdout, stderr } = await runSpindle(['deliver', folder], { ...delivery.settings, hub: line })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).tracks).toHaveLength(tracks)
    const count = (pattern: RegExp): number => line.requests.filter((request) => pattern.test(request)).length
    expect(count(/^POST .*\/uploads$/)).toBe(tracks)
    expect(count(/^PATCH .*\/uploads\//)).toBe(0)
    // One look at each upload after its bytes, and lists of a hundred at once while they are analysed.
    expect(count(/^GET .*\/uploads\/upl_/)).toBe(tracks)
    expect(count(/^GET /)).toBeLessThan(mostReads)
    expect(stderr).not.toContain('the hub limits requests')
  })
})
