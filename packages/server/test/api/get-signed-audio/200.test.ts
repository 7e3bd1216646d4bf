import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import { offerMaster, sharedPropertyHub } from '../../harness/shared-property-hub.ts'
import { audioPathOf } from '../../harness/signing-hub.ts'

const audio = randomBytes(1000)
const digest = createHash('sha256').update(audio).digest('hex')

describe('getSignedAudio 200', () => {
  let hub: TestHub
  let path: string
  beforeAll(async () => {
    hub = await sharedPropertyHub()
    const { releaseId } = await offerMaster(hub, audio)
    path = await audioPathOf(hub, releaseId)
  })

  it('sends the bytes as they were delivered, without a credential', async () => {
    const response = await hub.request(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': '1000',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      // Elements of pages at another site may use it; scripts there may not read it.
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      etag: `"${digest}"`,
    })
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
    expect(Buffer.from(await response.arrayBuffer()).equals(audio)).toBe(true)
  })

  it('answers HEAD with the size and no byte', async () => {
    const response = await hub.request(path, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), response.headers.get('content-type')]).toEqual([
      ...[200, '1000', 'audio/flac'],
    ])
    expect(await response.text()).toBe('')
  })

  it('answers 304 to a browser that has the bytes', async () => {
    const response = await hub.request(path, { headers: { 'if-none-match': `"${digest}"` } })
    expect([response.status, response.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
  })
})
