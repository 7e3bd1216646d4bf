import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { createLiveRelease, takeDown } from '../../harness/live-releases.ts'

const token = 'a'.repeat(32)
const audio = randomBytes(1_000_000)
const digest = createHash('sha256').update(audio).digest('hex')

describe('getTrackAudio 200, 206, 304, 416', () => {
  let hub: TestHub
  let path: string
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    hub.request(path, { method, headers: { authorization: `Bearer ${token}`, ...headers } })
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

  beforeAll(async () => {
    hub = await startTestHub({ role: 'api', environment: { SPINDLE_INTEGRATION_TOKENS: `site-a=${token}` } })
    const account = await createTestAccount(hub)
    const release = await createLiveRelease(hub, { accountId: account.accountId, properties: ['site-a'] })
    // The master is handed in the way every master is; the release then offers it.
    const key = await account.key(['music:write', 'music:read'])
    const upload = await hub.request('/api/v1/distributor/uploads', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'audio/flac' },
      body: audio,
    })
    expect(upload.status).toBe(201)
    const { id } = (await upload.json()) as { id: string }
    await hub.opened.database
      .tenant(account.accountId)
      .execute(
        `update uploads set technical = '{"kind":"audio","container":"flac"}' where account_id = $1 and id = $2`,
        [id],
      )
    await hub.opened.database
      .tenant(account.accountId)
      .execute(`update delivery_tracks set upload_id = $2 where account_id = $1`, [id])
    path = `/api/integration/tracks/${release.trackIds[0]}/audio`
  })

  it('sends the bytes as they were delivered', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': '1000000',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      etag: `"${digest}"`,
    })
    expect((await bytesOf(response)).equals(audio)).toBe(true)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-499999', 0, 499_999],
    ['bytes=999999-', 999_999, 999_999],
    ['bytes=-100', 999_900, 999_999],
    ['bytes=500000-9999999', 500_000, 999_999],
  ])('sends %s alone', async (range, start, end) => {
    const response = await get({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect((await bytesOf(response)).equals(audio.subarray(start, end + 1))).toBe(true)
  })

  it.each(['bytes=5-2', 'items=0-1', 'bytes=0-1,4-5', 'nonsense'])('ignores %s', async (range) => {
    const response = await get({ range })
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).length).toBe(1_000_000)
  })

  it('refuses a range after the end, and says where the end is', async () => {
    const response = await get({ range: 'bytes=1000000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */1000000')
    expect(((await response.json()) as { error: string }).error).toBe('range_not_satisfiable')
  })

  it('sends a part only while it is a part of the same bytes', async () => {
    expect((await get({ range: 'bytes=0-9', 'if-range': `"${digest}"` })).status).toBe(206)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': `W/"${digest}"` })).status).toBe(200)
  })

  it('answers 304 to who has the bytes, before any range', async () => {
    const response = await get({ 'if-none-match': `"${digest}"`, range: 'bytes=0-9' })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('answers HEAD with the size of the whole and no byte', async () => {
    const response = await get({ range: 'bytes=0-9' }, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('1000000')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(await response.text()).toBe('')
  })

  it('stops answering when the track is taken down', async () => {
    const account = await createTestAccount(hub, 'Gone Records')
    const { releaseId, trackIds } = await createLiveRelease(hub, {
      accountId: account.accountId,
      properties: ['site-a', 'site-b'],
    })
    const status = async () =>
      (
        await hub.request(`/api/integration/tracks/${trackIds[0]}/audio`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await status()).toBe(200)
    await takeDown(hub, { accountId: account.accountId, releaseId, property: 'site-a' })
    expect(await status()).toBe(404)
  })
})
