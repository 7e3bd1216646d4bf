import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../harness/accounts.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { masterWav, storeFile } from '../../harness/submittable.ts'
import { aiff } from '../../media/containers.ts'

describe('getUploadAudio 200, 206, 304, 416', () => {
  const master = masterWav(1, 1)
  const digest = createHash('sha256').update(master).digest('hex')
  let hub: TestHub
  let key: string
  let path: string
  const get = (headers: Record<string, string> = {}, method = 'GET', of = path) =>
    hub.request(of, { method, headers: { 'x-api-key': key, ...headers } })
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
  const audioOf = (id: string): string => `/api/v1/distributor/uploads/${id}/audio`

  beforeAll(async () => {
    hub = await startTestHub()
    key = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
    // The type that is sent with it is a lie.
    path = audioOf(await storeFile({ url: hub.url, key }, 'audio/x-html', master))
  })

  it('sends a WAV as it was handed in, as what it is and never as a page', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(master.length),
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
    const response = await hub.request(
      `/api/v1/distributor/uploads?filename=${encodeURIComponent('Grüße ("1\'").aif')}`,
      {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'audio/wav' },
        body: new Uint8Array(master),
      },
    )
    const { id } = (await response.json()) as { id: string }
    await expect
      .poll(async () => (await get({}, 'HEAD', audioOf(id))).headers.get('content-disposition'), { timeout: 120_000 })
      .toBe(`attachment; filename="${id}.wav"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28%221%27%22%29.wav`)
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=44-1043', 44, 1043],
    ['bytes=-100', master.length - 100, master.length - 1],
  ])('sends %s alone', async (range, start, end) => {
    const response = await get({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${master.length}`)
    expect((await bytesOf(response)).equals(master.subarray(start, end + 1))).toBe(true)
  })

  it('refuses a range after the end, and answers 304 to who has the bytes', async () => {
    expect((await get({ range: `bytes=${master.length}-` })).status).toBe(416)
    const known = await get({ 'if-none-match': `"${digest}"`, range: 'bytes=0-9' })
    expect(known.status).toBe(304)
    expect(await known.text()).toBe('')
  })

  it('answers HEAD with the size of the whole and no byte', async () => {
    const response = await get({}, 'HEAD')
    expect(response.headers.get('content-length')).toBe(String(master.length))
    expect(await response.text()).toBe('')
  })

  it('sends an AIFF as WAV, and ranges of it from every byte to every byte', async () => {
    // Three frames of one channel in 24 bits: nine bytes, so the chunk is padded.
    const sound = Uint8Array.of(0x01, 0x02, 0x03, 0xff, 0xfe, 0xfd, 0x7f, 0x00, 0x80)
    const id = await storeFile(
      { url: hub.url, key },
      'audio/aiff',
      Buffer.from(aiff({ channels: 1, frames: 3, bits: 24, sampleRate: 48_000 }, sound)),
    )
    const whole = await get({}, 'GET', audioOf(id))
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('audio/wav')
    const expected = Buffer.from(
      `52494646${'2e000000'}57415645${'666d7420'}10000000${'0100'}${'0100'}80bb0000${'80320200'}0300${'1800'}64617461${'09000000'}` +
        '030201fdfeff80007f00',
      'hex',
    )
    expect((await bytesOf(whole)).toString('hex')).toBe(expected.toString('hex'))
    expect(whole.headers.get('etag')).toMatch(/^"[0-9a-f]{64}-wav"$/)
    for (let start = 0; start < expected.length; start++)
      for (const end of new Set([start, start + 1, start + 4, 45, 50, 52, expected.length - 1])) {
        if (end < start || end >= expected.length) continue
        const response = await get({ range: `bytes=${start}-${end}` }, 'GET', audioOf(id))
        expect(response.status).toBe(206)
        expect((await bytesOf(response)).toString('hex'), `${start}-${end}`).toBe(
          expected.toString('hex', start, end + 1),
        )
      }
  })
})
