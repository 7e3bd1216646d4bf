import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestHub } from '../../harness/hub.ts'
import type { ReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'
import { storeReadyFile } from '../../harness/stored-files.ts'
import { shortMaster } from '../../harness/submittable.ts'
import { uploadsPath } from '../../harness/uploads.ts'

describe('getUploadAudio 200', () => {
  const master = shortMaster(1)
  const digest = createHash('sha256').update(master).digest('hex')
  let hub: TestHub
  let fixture: ReleaseFixture
  let path: string
  const get = (headers: Record<string, string> = {}, method = 'GET', of = path) =>
    hub.request(of, { method, headers: { 'x-api-key': fixture.key, ...headers } })
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
  const store = async (options: { contentType?: string; query?: string }) => {
    const { account, key } = fixture
    return storeReadyFile(hub, { accountId: account.accountId, key }, master, options)
  }

  beforeAll(async () => {
    ;({ hub, fixture } = await sharedReleaseHub())
    // The type that is sent with it is wrong.
    path = `${uploadsPath}/${await store({ contentType: 'audio/x-html' })}/audio`
  })

  it('sends a WAV as it was handed in, as what it is and never as a page', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '705644',
      'content-disposition': expect.stringMatching(/^attachment; filename="upl_[0-9A-Z]{26}\.wav"; filename\*=UTF-8''/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${digest}"`,
    })
    expect((await bytesOf(response)).equals(master)).toBe(true)
  })

  it('names the file as its owner did, in signs that every header may hold', async () => {
    const id = await store({ query: `?filename=${encodeURIComponent('Grüße ("1\'").aif')}` })
    const response = await get({}, 'HEAD', `${uploadsPath}/${id}/audio`)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${id}.wav"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28%221%27%22%29.wav`,
    )
  })

  it('answers HEAD with the size of the whole and no byte', async () => {
    const response = await get({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe('705644')
    expect(await response.text()).toBe('')
  })
})
