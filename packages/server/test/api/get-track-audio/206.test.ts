import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

const audio = randomBytes(1000)
const digest = createHash('sha256').update(audio).digest('hex')

describe('getTrackAudio 206', () => {
  let hub: TestHub
  let path: string
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    ;({ path } = await offerMaster(hub, audio))
  })

  it.each([
    ['bytes=0-0', 'bytes 0-0/1000', 0, 1],
    ['bytes=0-499', 'bytes 0-499/1000', 0, 500],
    ['bytes=999-', 'bytes 999-999/1000', 999, 1000],
    ['bytes=-100', 'bytes 900-999/1000', 900, 1000],
    ['bytes=500-9999', 'bytes 500-999/1000', 500, 1000],
  ])('sends %s alone', async (range, contentRange, start, end) => {
    const response = await askAsSiteA(hub, path, { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(end - start))
    expect(Buffer.from(await response.arrayBuffer()).equals(audio.subarray(start, end))).toBe(true)
  })

  it('sends a part of the bytes that the tag names', async () => {
    const response = await askAsSiteA(hub, path, { range: 'bytes=0-9', 'if-range': `"${digest}"` })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 0-9/1000'])
  })
})
