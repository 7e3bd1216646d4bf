import { beforeAll, describe, expect, it } from 'vitest'
import { runSpindle } from '../harness/run-spindle.ts'
import { type DeliveryHub, startDeliveryHub } from './deliver-hub.ts'
import { startFailingProxy } from './failing-proxy.ts'
import { makeFolder } from './make-folder.ts'
import { taggedFlac } from './masters.ts'

/**
 * Many small files: what counts is requests, because a hub allows a key only so many of them in a minute (600 reads and
 * 300 uploads where it sets no limit, so 200 files at two requests each). Fewer files show the same in less time.
 */

const tracks = 8

let delivery: DeliveryHub
beforeAll(async () => {
  delivery = await startDeliveryHub()
})

describe('a folder of many tracks', () => {
  it('takes one request to send each file, one to read it, and lists to wait for all of them', async () => {
    const master = (index: number) => taggedFlac({ TITLE: `Song ${index}`, TRACKNUMBER: String(index) }, 4)
    const numbers = Array.from({ length: tracks }, (_, index) => index + 1)
    const folder = await makeFolder(Object.fromEntries(numbers.map((index) => [`${index}.flac`, master(index)])))
    const line = await startFailingProxy(delivery.hub.url)
    const { code, stdout, stderr } = await runSpindle(['deliver', folder, '--json'], {
      ...delivery.settings,
      hub: line,
    })
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).tracks).toHaveLength(tracks)
    const count = (pattern: RegExp): number => line.requests.filter((request) => pattern.test(request)).length
    expect(count(/^POST .*\/uploads$/)).toBe(tracks)
    expect(count(/^PATCH .*\/uploads\//)).toBe(0)
    expect(count(/^GET .*\/uploads\/upl_/)).toBe(tracks)
    expect(stderr).not.toContain('the hub limits requests')
  })
})
