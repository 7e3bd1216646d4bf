import { describe, expect, it } from 'vitest'
import { encodeFlac } from '../../src/cli/synthesis/index.ts'
import { crc8, crc16 } from '../../src/features/media/formats/flac/crc.ts'
import { analyseBytes, measureBytes } from './analyse-bytes.ts'
import { concat, id3, pack, wav } from './containers.ts'
import { noise, silence, sine } from './signals.ts'

const sampleRate = 44_100
const music = (bitDepth: number): Int32Array[] => [
  sine({ frequency: 440, seconds: 0.5, sampleRate, bitDepth, level: 0.7 }),
  sine({ frequency: 443, seconds: 0.5, sampleRate, bitDepth, level: 0.7, phase: 1 }),
]
const valid = encodeFlac({ sampleRate, bitDepth: 16, channels: music(16) })

/** The start of the first frame: after the mark, one block header and STREAMINFO. */
const firstFrame = 42
function copy(change: (bytes: Uint8Array, view: DataView) => void): Uint8Array {
  const bytes = valid.slice()
  change(bytes, new DataView(bytes.buffer))
  return bytes
}

describe('FLAC', () => {
  it('has the checksums of RFC 9639', () => {
    const text = new TextEncoder().encode('123456789')
    expect(crc8(text, 0, 9)).toBe(0xf4)
    expect(crc16(text, 0, 9)).toBe(0xfee8)
  })

  it.each([8, 12, 16, 20, 24])('gives the exact samples back at %i bits', async (bitDepth) => {
    const channels = music(bitDepth)
    const justified = channels.map((channel) => channel.map((sample) => sample << (32 - bitDepth)))
    const { technical } = await measureBytes(encodeFlac({ sampleRate, bitDepth, channels }))
    const same = await measureBytes(wav({ bits: 32 }, pack(justified, 4, 'little')))
    expect(technical.pcmSha256).toBe(same.technical.pcmSha256)
    expect(technical).toMatchObject({ bitDepth, sampleCount: 22_050, channels: 2, codec: 'flac' })
  })

  it('gives noise, silence and full scale back at 32 bits', async () => {
    const loud = Int32Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? 0x7fffffff : -0x80000000))
    for (const channels of [
      [noise(5000, 32, 3), noise(5000, 32, 4)],
      [silence(1, 5000), loud],
    ]) {
      const { technical } = await measureBytes(encodeFlac({ sampleRate, bitDepth: 32, channels }))
      const same = await measureBytes(wav({ bits: 32 }, pack(channels, 4, 'little')))
      expect(technical.pcmSha256).toBe(same.technical.pcmSha256)
    }
  })

  it('may follow an ID3 tag, and have bytes behind it', async () => {
    const { technical, facts } = await measureBytes(concat(id3(500), valid, new Uint8Array(128)))
    expect(technical.sampleCount).toBe(22_050)
    expect(facts.trailingBytes).toBe(128)
  })

  it('without an MD5 and a length is still decoded', async () => {
    const bytes = copy((flac) => {
      flac.fill(0, 26, 42)
      flac.fill(0, 22, 26)
    })
    expect((await measureBytes(bytes)).technical.sampleCount).toBe(22_050)
  })

  it('is refused for one changed bit, even when only the checksum of the frame can tell', async () => {
    const verbatim = encodeFlac({ sampleRate, bitDepth: 16, channels: [noise(9000, 16, 1), noise(9000, 16, 2)] })
    verbatim.fill(0, 26, 42)
    expect(await analyseBytes(verbatim)).toMatchObject({ outcome: 'audio' })
    verbatim[6000] = (verbatim[6000] ?? 0) ^ 4
    const detail = expect.stringMatching(/checksum of a frame is wrong\. 0\.00 s of 0\.20/)
    expect(await analyseBytes(verbatim)).toMatchObject({ outcome: 'unusable', code: 'corrupt', detail })
  })

  it.each([
    ['half of the file', valid.subarray(0, valid.length / 2), 'truncated', /s of 0\.50 could be decoded\.$/],
    ['only the mark', valid.subarray(0, 4), 'truncated', /FLAC header/],
    ['only the header', valid.subarray(0, firstFrame), 'truncated', /0\.00 s of 0\.50/],
    ['another MD5', copy((flac) => flac.fill(7, 26, 42)), 'md5_mismatch', /does not match the MD5/],
    ['a changed sample', copy((flac) => flac.fill(0x55, 5000, 5004)), 'corrupt', /could be decoded/],
    ['another sample rate', copy((_, view) => view.setUint32(18, (655_350 << 12) | 0x2f0)), 'corrupt', /sample rate/],
    [
      'a length of 2^36 samples',
      copy((flac) => flac.fill(0xff, 22, 26)),
      'truncated',
      /0\.50 s of 97391\.55 could be decoded/,
    ],
    ['a length that is too small', copy((_, view) => view.setUint32(22, 20_000)), 'corrupt', /more samples/],
    ['a block size of 1', copy((_, view) => view.setUint16(10, 1)), 'corrupt', /contains invalid values/],
    ['a sample rate of 0', copy((_, view) => view.setUint32(18, 0x2f0)), 'corrupt', /contains invalid values/],
    ['a metadata block that leads nowhere', copy((flac) => flac.set([1, 0xff, 0xff, 0xff], 42)), 'corrupt', /header/],
  ])('with %s is refused', async (_, bytes, code, detail) => {
    expect(await analyseBytes(bytes)).toMatchObject({
      outcome: 'unusable',
      code,
      detail: expect.stringMatching(detail),
    })
  })
})
