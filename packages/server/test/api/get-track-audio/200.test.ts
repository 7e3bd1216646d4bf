import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { askAsSiteA, offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'

const audio = randomBytes(1000)
const digest = createHash('sha256').update(audio).digest('hex')

describe('getTrackAudio 200', () => {
  let hub: TestHub
  let path: string
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    ;({ path } = await offerMaster(hub, audio))
  })
  const get = (headers: Record<string, string> = {}, method = 'GET') => askAsSiteA(hub, path, headers, method)
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

  it('sends the bytes as they were delivered', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': '1000',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${digest}"`,
    })
    expect((await bytesOf(response)).equals(audio)).toBe(true)
  })

  it.each(['bytes=5-2', 'items=0-1', 'bytes=0-1,4-5', 'nonsense'])('ignores %s', async (range) => {
    const response = await get({ range })
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).length).toBe(1000)
  })

  it('sends the whole to who has a part of other bytes', async () => {
    for (const ifRange of ['"other"', `W/"${digest}"`])
      expect((await get({ range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(200)
  })

  it('answers HEAD with the size of the whole and no byte', async () => {
    const response = await get({ range: 'bytes=0-9' }, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('1000')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(await response.text()).toBe('')
  })
})
