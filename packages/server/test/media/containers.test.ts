import { describe, expect, it } from 'vitest'
import { encodeFlac, encodeWav } from '../../src/cli/synthesis/index.ts'
import { analyseBytes, measureBytes } from './analyse-bytes.ts'
import { aiff, ascii, chunk, concat, fields, fmtBody, id3, pack, riff, silentMp3, wav } from './containers.ts'
import { noise, sine } from './signals.ts'

const sampleRate = 44_100
const left24 = noise(10_000, 24, 1)
const right24 = noise(10_000, 24, 2)
const channels24 = [left24, right24]
const channels16 = channels24.map((channel) => channel.map((sample) => sample >> 8))
const data16 = pack(channels16, 2, 'little')
const data24 = pack(channels24, 3, 'little')
const fingerprint = async (bytes: Uint8Array): Promise<string> => (await measureBytes(bytes)).technical.pcmSha256

describe('the same audio in every container', () => {
  it('has one fingerprint at 24 bits', async () => {
    const plain = await fingerprint(wav({ bits: 24 }, data24))
    expect(await fingerprint(encodeWav({ sampleRate, bitDepth: 24, channels: channels24 }))).toBe(plain)
    expect(await fingerprint(encodeFlac({ sampleRate, bitDepth: 24, channels: channels24 }))).toBe(plain)
    expect(await fingerprint(wav({ bits: 24, validBits: 24 }, data24))).toBe(plain)
    expect(await fingerprint(aiff({ frames: 10_000, bits: 24 }, pack(channels24, 3, 'big')))).toBe(plain)
    const wide = channels24.map((channel) => channel.map((sample) => sample << 8))
    expect(await fingerprint(wav({ bits: 32 }, pack(wide, 4, 'little')))).toBe(plain)
    const floats = concat(new Uint8Array(Float32Array.from(interleave(channels24), (x) => x / 2 ** 23).buffer))
    expect(await fingerprint(wav({ code: 3, bits: 32 }, floats))).toBe(plain)
  })

  it('has one fingerprint at 16 bits, and another than at 24', async () => {
    const plain = await fingerprint(wav({ bits: 16 }, data16))
    expect(await fingerprint(encodeFlac({ sampleRate, bitDepth: 16, channels: channels16 }))).toBe(plain)
    expect(await fingerprint(aiff({ frames: 10_000, compression: 'sowt' }, data16))).toBe(plain)
    expect(await fingerprint(aiff({ frames: 10_000, compression: 'NONE' }, pack(channels16, 2, 'big')))).toBe(plain)
    expect(await fingerprint(aiff({ frames: 10_000, soundFirst: true }, pack(channels16, 2, 'big')))).toBe(plain)
    expect(await fingerprint(wav({ bits: 24 }, data24))).not.toBe(plain)
  })
})

const interleave = ([left, right]: readonly Int32Array[]): Int32Array =>
  Int32Array.from({ length: 2 * (left?.length ?? 0) }, (_, i) => (i % 2 === 0 ? left : right)?.[i >> 1] ?? 0)

describe('WAV', () => {
  it('is described by its header', async () => {
    const { technical, facts } = await measureBytes(wav({ bits: 24, validBits: 20, sampleRate: 96_000 }, data24))
    expect(technical).toMatchObject({ container: 'wav', codec: 'pcm_s24le', sampleRate: 96_000, bitDepth: 20 })
    expect(technical).toMatchObject({ channels: 2, sampleCount: 10_000, durationMs: 104 })
    expect(facts).toMatchObject({ wavExtensible: true, trailingBytes: 0, floatSamples: false })
  })

  it.each<[string, (data: Uint8Array) => Uint8Array]>([
    ['RIFF header counts a part', (data) => concat(wav({}, data.subarray(0, 40_000)), data.subarray(40_000))],
    ['data chunk counts a part', (data) => wav({}, data, 40_000)],
    [
      'RF64 header counts a part',
      (data) =>
        concat(
          ascii('RF64'),
          fields('little', [0xffffffff, 4]),
          ascii('WAVE'),
          chunk('ds64', fields('little', [data.length + 72, 8], [40_000, 8], [10_000, 8], [0, 4]), 'little'),
          chunk('fmt ', fmtBody({}), 'little'),
          ascii('data'),
          fields('little', [0xffffffff, 4]),
          data,
        ),
    ],
    ['AIFF counts a part', (data) => aiff({ frames: 10_000 }, data)],
    ['AIFF counts no samples', (data) => aiff({ frames: 0 }, data)],
  ])('is an unfinished recording if its %s of the audio', async (_, make) => {
    const data = concat(data16, data16, data16)
    expect(await analyseBytes(make(data))).toMatchObject({
      code: 'truncated',
      detail: expect.stringMatching(
        /^The header says \d+ bytes of audio, but \d+ follow: the recording was not finished\.$/,
      ),
    })
  })

  it.each<[string, Uint8Array]>([
    ['a tag', id3(100_000)],
    ['padding', new Uint8Array(100_000)],
    ['a little', data24.subarray(0, 60_000)],
  ])('may have %s after its end', async (_, rest) => {
    const { facts } = await measureBytes(concat(wav({}, data16), rest))
    expect(facts.trailingBytes).toBe(rest.length)
  })

  it('may have other chunks, of odd size too, before the audio', async () => {
    const bytes = riff(
      chunk('JUNK', new Uint8Array(27), 'little'),
      chunk('PAD ', new Uint8Array(0), 'little'),
      chunk('fmt ', fmtBody({}), 'little'),
      chunk('LIST', new Uint8Array(7), 'little'),
      chunk('data', data16, 'little'),
    )
    expect(await fingerprint(bytes)).toBe(await fingerprint(wav({}, data16)))
  })

  it('counts the bytes behind the audio', async () => {
    const bytes = concat(wav({}, data16), ascii('LIST'), fields('little', [4, 4]), ascii('INFO'))
    expect((await measureBytes(bytes)).facts.trailingBytes).toBe(12)
    const odd = wav({ bits: 8, channels: 1 }, new Uint8Array(9001))
    expect((await measureBytes(odd)).facts.trailingBytes).toBe(0)
  })

  it('of more than 4 GiB keeps its size in ds64 (RF64 and BW64)', async () => {
    for (const name of ['RF64', 'BW64']) {
      const ds64 = fields('little', [0, 8], [data16.length, 8], [10_000, 8], [0, 4])
      const body = concat(
        ascii('WAVE'),
        chunk('ds64', ds64, 'little'),
        chunk('fmt ', fmtBody({}), 'little'),
        chunk('data', data16, 'little', 0xffffffff),
        chunk('LIST', new Uint8Array(10), 'little'),
      )
      const { technical, facts } = await measureBytes(chunk(name, body, 'little', 0xffffffff))
      expect(technical.sampleCount).toBe(10_000)
      expect(facts.trailingBytes).toBe(0)
    }
  })

  it('written to a pipe has size 0xffffffff and extends to the end', async () => {
    expect((await measureBytes(wav({}, data16, 0xffffffff))).technical.sampleCount).toBe(10_000)
  })

  it('keeps floats above full scale for the peak', async () => {
    const floats = Float32Array.from(
      sine({ frequency: 997, seconds: 0.5, sampleRate, bitDepth: 24 }),
      (x) => x / 2 ** 22,
    )
    const bytes = wav({ code: 3, bits: 32, channels: 1 }, new Uint8Array(floats.buffer))
    expect((await measureBytes(bytes)).technical.truePeakDbtp).toBeCloseTo(6.02, 1)
  })

  it.each([
    ['ADPCM', wav({ code: 2, bits: 4, blockBytes: 4 }, data16), 'unsupported_format', /ADPCM/],
    ['64-bit float', wav({ code: 3, bits: 64 }, data16), 'unsupported_format', /64-bit float/],
    ['40 channels', wav({ channels: 40 }, data16), 'unsupported_format', /40 channels/],
    ['no channels', wav({ channels: 0 }, data16), 'corrupt', /0 channels/],
    ['a wrong block size', wav({ blockBytes: 3 }, data16), 'corrupt', /block size/],
    ['no audio', wav({}, new Uint8Array(0)), 'corrupt', /no audio samples/],
    ['no data chunk', riff(chunk('fmt ', fmtBody({}), 'little')), 'truncated', /no data chunk/],
    ['no fmt chunk', riff(chunk('data', data16, 'little')), 'corrupt', /no fmt chunk/],
    ['a data size of 3 GB', wav({}, data16, 3_000_000_000), 'truncated', /3000000000 bytes/],
  ])('with %s is refused', async (_, bytes, code, detail) => {
    expect(await analyseBytes(bytes)).toMatchObject({
      outcome: 'unusable',
      code,
      detail: expect.stringMatching(detail),
    })
  })
})

describe('AIFF', () => {
  it('is described by its header', async () => {
    const bytes = aiff({ frames: 10_000, bits: 24, sampleRate: 48_000 }, pack(channels24, 3, 'big'))
    const { technical } = await measureBytes(bytes)
    expect(technical).toMatchObject({ container: 'aiff', codec: 'pcm_s24be', sampleRate: 48_000, bitDepth: 24 })
  })

  it.each([
    [
      'frames that are not there',
      aiff({ frames: 20_000 }, data16),
      'truncated',
      /80000 bytes of audio, but the file contains only 40000/,
    ],
    ['an unknown coding', aiff({ frames: 10, compression: 'ima4' }, data16), 'unsupported_format', /ima4/],
    ['no chunks', chunk('FORM', ascii('AIFF'), 'big'), 'truncated', /no COMM/],
  ])('with %s is refused', async (_, bytes, code, detail) => {
    expect(await analyseBytes(bytes)).toMatchObject({
      outcome: 'unusable',
      code,
      detail: expect.stringMatching(detail),
    })
  })
})

describe('MP3', () => {
  it('is decoded and described', async () => {
    const { technical } = await measureBytes(concat(silentMp3(100), ascii('TAG'), new Uint8Array(125)))
    expect(technical).toMatchObject({ container: 'mp3', codec: 'mp3', bitDepth: null, channels: 2, sampleRate: 44_100 })
    expect(technical.sampleCount).toBeGreaterThan(98 * 1152)
    expect(technical.sampleCount).toBeLessThanOrEqual(100 * 1152)
  })

  it('is found behind tags', async () => {
    const { technical } = await measureBytes(concat(id3(200), id3(300), silentMp3(10)))
    expect(technical.codec).toBe('mp3')
  })

  it.each([
    ['a cut last frame', silentMp3(10).subarray(0, 4000), 'truncated'],
    ['a hole', concat(silentMp3(10), new Uint8Array(20_000), silentMp3(10)), 'corrupt'],
    ['a tag that claims more than the file', concat(id3(100_000_000, 100), silentMp3(5)), 'truncated'],
  ])('with %s is refused', async (_, bytes, code) => {
    expect(await analyseBytes(bytes)).toMatchObject({ outcome: 'unusable', code })
  })
})

describe('content decides, not names', () => {
  it.each([
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13), /png/],
    ['a ZIP', ascii('PK\u0003\u0004 and more'), /ZIP/],
    ['an HLS playlist', ascii('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/a.wav'), /playlist/],
    ['an ffconcat list', ascii("ffconcat version 1.0\nfile '/etc/passwd'"), /playlist/],
    ['Ogg', ascii('OggS000000000000'), /Ogg/],
    ['M4A', concat(fields('big', [32, 4]), ascii('ftypM4A 0000')), /AAC or ALAC/],
    ['text', ascii('just some words that are no audio at all'), /^Unsupported audio format\.$/],
    ['one byte', Uint8Array.of(0xff), /^Unsupported audio format\.$/],
  ])('%s is named', async (_, bytes, detail) => {
    const code = 'unsupported_format'
    expect(await analyseBytes(bytes)).toMatchObject({
      outcome: 'unusable',
      code,
      detail: expect.stringMatching(detail),
    })
  })

  it('an empty file is empty', async () => {
    expect(await analyseBytes(new Uint8Array(0))).toMatchObject({ code: 'empty_file' })
  })
})
