import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { storeFile } from '../harness/submittable.ts'
import { aiff } from '../media/containers.ts'

describe('getUploadAudio of an AIFF', () => {
  let hub: TestHub
  let key: string
  const get = (path: string, headers: Record<string, string> = {}) =>
    hub.request(path, { headers: { 'x-api-key': key, ...headers } })
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())
  const audioOf = (id: string): string => `/api/v1/distributor/uploads/${id}/audio`

  beforeAll(async () => {
    hub = await startTestHub()
    key = await (await createTestAccount(hub)).key(['music:write', 'music:read'])
  })

  it('sends an AIFF as WAV, and ranges of it from every byte to every byte', async () => {
    // Three frames of one channel in 24 bits: nine bytes, so the chunk is padded.
    const sound = Uint8Array.of(0x01, 0x02, 0x03, 0xff, 0xfe, 0xfd, 0x7f, 0x00, 0x80)
    const id = await storeFile(
      { url: hub.url, key },
      'audio/aiff',
      Buffer.from(aiff({ channels: 1, frames: 3, bits: 24, sampleRate: 48_000 }, sound)),
    )
    const whole = await get(audioOf(id))
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
        const response = await get(audioOf(id), { range: `bytes=${start}-${end}` })
        expect(response.status).toBe(206)
        expect((await bytesOf(response)).toString('hex'), `${start}-${end}`).toBe(
          expected.toString('hex', start, end + 1),
        )
      }
  })
})
