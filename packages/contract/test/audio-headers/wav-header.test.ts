import { bytesInMemory, readWavHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'
import { ds64Chunk, riffChunk, type WavFields, wavFile, wavFormat } from './build-audio.ts'

const read = (bytes: Buffer) => readWavHeader(bytesInMemory(bytes))
const fmt = (fields?: WavFields) => riffChunk('fmt ', wavFormat(fields))
const data = (bytes: number) => riffChunk('data', Buffer.alloc(bytes))

/** Code and reason for which a file is refused. */
function refusalOf(bytes: Buffer): string {
  try {
    read(bytes)
  } catch (error) {
    if (error instanceof UnusableMedia) return `${error.code}: ${error.message}`
    throw error
  }
  return 'accepted'
}

describe('readWavHeader', () => {
  it.each<[string, WavFields, object, object]>([
    [
      '8-bit mono',
      { channels: 1, bits: 8, sampleRate: 22_050 },
      { codec: 'pcm_u8', sampleRate: 22_050, channels: 1, bitDepth: 8, floatSamples: false },
      { channels: 1, bytesPerSample: 1, encoding: 'unsigned', endian: 'little' },
    ],
    [
      '16-bit stereo',
      {},
      { codec: 'pcm_s16le', sampleRate: 44_100, channels: 2, bitDepth: 16, floatSamples: false },
      { channels: 2, bytesPerSample: 2, encoding: 'signed', endian: 'little' },
    ],
    [
      '24-bit at 96 kHz',
      { bits: 24, sampleRate: 96_000 },
      { codec: 'pcm_s24le', sampleRate: 96_000, channels: 2, bitDepth: 24, floatSamples: false },
      { channels: 2, bytesPerSample: 3, encoding: 'signed', endian: 'little' },
    ],
    [
      '32-bit integer',
      { bits: 32 },
      { codec: 'pcm_s32le', sampleRate: 44_100, channels: 2, bitDepth: 32, floatSamples: false },
      { channels: 2, bytesPerSample: 4, encoding: 'signed', endian: 'little' },
    ],
    [
      '32-bit float in six channels',
      { code: 3, bits: 32, channels: 6 },
      { codec: 'pcm_f32le', sampleRate: 44_100, channels: 6, bitDepth: 32, floatSamples: true },
      { channels: 6, bytesPerSample: 4, encoding: 'float', endian: 'little' },
    ],
  ])('reads %s', (_name, fields, format, layout) => {
    const header = read(wavFile([fmt(fields), data(48)]))
    expect(header.format).toEqual({ container: 'wav', ...format })
    expect(header.layout).toEqual(layout)
  })

  it('finds where the audio begins, how many frames it has, and what follows it', () => {
    const file = wavFile([fmt(), data(40), riffChunk('LIST', Buffer.alloc(10))])
    const read42 = read(Buffer.concat([file, Buffer.alloc(42)]))
    expect(read42).toMatchObject({ position: 44, frames: 10, trailingBytes: 42, wavExtensible: false })
  })

  const chunk = (name: string, bytes: number) => riffChunk(name, Buffer.alloc(bytes, 7))
  it.each<[string, Buffer[]]>([
    ['a list of tags', [chunk('LIST', 10)]],
    ['an ID3 tag of odd size', [chunk('id3 ', 1159)]],
    ['iXML and bext', [chunk('iXML', 900), chunk('bext', 603)]],
    ['markers', [chunk('cue ', 28), chunk('smpl', 60), chunk('LIST', 34)]],
    ['room for more', [chunk('JUNK', 4096), chunk('PAD ', 0)]],
    ['a tag without the byte that pads it', [chunk('LIST', 9).subarray(0, 17), chunk('id3 ', 4)]],
    ['an empty data chunk', [chunk('data', 0)]],
  ])('does not count %s after the audio as trailing bytes', (_, chunks) => {
    expect(read(wavFile([fmt(), data(40), ...chunks]))).toMatchObject({ frames: 10, trailingBytes: 0 })
  })

  it.each<[string, Buffer, number]>([
    ['a chunk that is cut off', wavFile([fmt(), data(40), riffChunk('LIST', Buffer.alloc(10), 900)]), 18],
    ['zeros', wavFile([fmt(), data(40), Buffer.alloc(30)]), 30],
    ['a chunk outside of the RIFF', Buffer.concat([wavFile([fmt(), data(40)]), chunk('LIST', 10)]), 18],
    ['a tag of MP3 players', Buffer.concat([wavFile([fmt(), data(40)]), Buffer.from(`TAG${'x'.repeat(125)}`)]), 128],
  ])('takes %s for trailing bytes', (_, bytes, trailingBytes) => {
    expect(read(bytes)).toMatchObject({ frames: 10, trailingBytes })
  })

  const cut = (file: Buffer, riffSize: number): Buffer => {
    const changed = Buffer.from(file)
    changed.writeUInt32LE(riffSize, 4)
    return changed
  }
  const noise = Buffer.alloc(400, 0x9c)
  it.each<[string, Buffer]>([
    ['a size of 0', cut(wavFile([fmt(), riffChunk('data', noise, 0)]), 0)],
    ['a size of 0, and that of the RIFF', wavFile([fmt(), riffChunk('data', noise, 0)])],
    ['the RIFF of an empty file', cut(wavFile([fmt(), riffChunk('data', noise, 0)]), 36)],
    ['a ds64 of zeros', wavFile([ds64Chunk(0n), fmt(), riffChunk('data', noise, 0xffffffff)], 'RF64')],
    ['a ds64 of zeros, and no size', wavFile([ds64Chunk(0n), fmt(), riffChunk('data', noise, 0)], 'BW64')],
    ['silence at its start', cut(wavFile([fmt(), riffChunk('data', Buffer.alloc(400), 0)]), 0)],
  ])('says that a recording with %s was not finished', (_, bytes) => {
    expect(refusalOf(bytes)).toBe(
      'truncated: The header says 0 bytes of audio, but 400 follow: the recording was not finished.',
    )
  })

  it('reads a file without audio as one without frames', () => {
    expect(read(wavFile([fmt(), data(0)]))).toMatchObject({ frames: 0, trailingBytes: 0 })
    expect(read(wavFile([fmt(), data(0), chunk('LIST', 10)]))).toMatchObject({ frames: 0, trailingBytes: 0 })
  })

  it('says that there is a second data chunk', () => {
    for (const between of [[], [chunk('LIST', 10)], [chunk('JUNK', 3)]])
      expect(refusalOf(wavFile([fmt(), data(40), ...between, data(400)]))).toBe(
        'corrupt: The WAV file has more than one data chunk, and a file can have one only.',
      )
  })

  it('steps over chunks before the audio, and over the padding of those with an odd size', () => {
    const header = read(
      wavFile([riffChunk('bext', Buffer.alloc(7)), fmt(), riffChunk('JUNK', Buffer.alloc(0)), data(8)]),
    )
    expect(header).toMatchObject({ position: 68, frames: 2, trailingBytes: 0 })
  })

  it('does not count half a frame at the end, nor its padding as audio', () => {
    expect(read(wavFile([fmt(), data(7)]))).toMatchObject({ frames: 1, trailingBytes: 0 })
  })

  it.each([
    ['says how many bits carry signal', { validBits: 20, code: 1 }, 20],
    ['says 0 bits, which is read as all of them', { validBits: 0, code: 1 }, 24],
    ['says more bits than there are, which is read as all of them', { validBits: 25, code: 1 }, 24],
  ])('reads an extensible header that %s', (_name, extension, bitDepth) => {
    const header = read(wavFile([fmt({ bits: 24, extension }), data(12)]))
    expect(header).toMatchObject({ wavExtensible: true, frames: 2, format: { codec: 'pcm_s24le', bitDepth } })
  })

  it.each(['RF64', 'BW64'])('reads the size of the audio of %s from its ds64 chunk', (form) => {
    const large = wavFile([ds64Chunk(8n), fmt(), riffChunk('data', Buffer.alloc(12), 0xffffffff)], form)
    expect(read(large)).toMatchObject({ position: 80, frames: 2, trailingBytes: 4 })
  })

  it('takes everything that follows for audio when the header has no size', () => {
    expect(read(wavFile([fmt(), riffChunk('data', Buffer.alloc(12), 0xffffffff)]))).toMatchObject({
      frames: 3,
      trailingBytes: 0,
    })
  })

  it.each<[string, Buffer, string]>([
    [
      'one byte less than it announces',
      wavFile([fmt(), riffChunk('data', Buffer.alloc(8), 9)]).subarray(0, 52),
      'truncated: The header declares 9 bytes of audio, but the file contains only 8.',
    ],
    [
      'a ds64 chunk that announces more than any file has',
      wavFile([ds64Chunk(2n ** 63n), fmt(), riffChunk('data', Buffer.alloc(12), 0xffffffff)], 'RF64'),
      'truncated: The header declares 9223372036854776000 bytes of audio, but the file contains only 12.',
    ],
    ['no chunks at all', wavFile([]), 'truncated: The WAV file contains no audio (no data chunk was found).'],
    ['no data chunk', wavFile([fmt()]), 'truncated: The WAV file contains no audio (no data chunk was found).'],
    ['audio before its format', wavFile([data(8), fmt()]), 'corrupt: The WAV file has no fmt chunk before its audio.'],
    ['the same format twice', wavFile([fmt(), fmt(), data(8)]), 'accepted'],
    [
      'two formats',
      wavFile([fmt(), fmt({ sampleRate: 48_000 }), data(8)]),
      'corrupt: The WAV file has two fmt chunks, and they differ.',
    ],
    [
      'a format of 14 bytes',
      wavFile([riffChunk('fmt ', wavFormat().subarray(0, 14)), data(8)]),
      'corrupt: The fmt chunk of the WAV file is shorter than 16 bytes.',
    ],
    [
      'an extension that is cut off',
      wavFile([fmt({ extension: { validBits: 16, code: 1, bytes: 38 } }), data(8)]),
      'corrupt: The extensible WAV header is shorter than 40 bytes.',
    ],
    [
      'no sample rate',
      wavFile([fmt({ sampleRate: 0 }), data(8)]),
      'corrupt: The header is invalid: 2 channels at 0 Hz.',
    ],
    [
      '33 channels',
      wavFile([fmt({ channels: 33 }), data(66)]),
      'unsupported_format: Audio with 33 channels at 44100 Hz is not supported.',
    ],
    [
      'a sample rate of 768,001 Hz',
      wavFile([fmt({ sampleRate: 768_001 }), data(8)]),
      'unsupported_format: Audio with 2 channels at 768001 Hz is not supported.',
    ],
    [
      '12-bit samples',
      wavFile([fmt({ bits: 12 }), data(8)]),
      'unsupported_format: WAV with 12-bit integer samples is not supported.',
    ],
    [
      '16-bit float samples',
      wavFile([fmt({ code: 3 }), data(8)]),
      'unsupported_format: WAV with 16-bit float samples is not supported.',
    ],
    [
      'a block one byte too large',
      wavFile([fmt({ blockBytes: 5 }), data(8)]),
      'corrupt: The block size in the WAV header does not match its channels and bit depth.',
    ],
    ['ADPCM', wavFile([fmt({ code: 2 }), data(8)]), 'unsupported_format: WAV with Microsoft ADPCM is not supported.'],
    ['MP3 in its wrapper', wavFile([fmt({ code: 85 }), data(8)]), 'unsupported_format: WAV with MP3 is not supported.'],
    [
      'an unknown codec',
      wavFile([fmt({ code: 99 }), data(8)]),
      'unsupported_format: WAV with format code 99 is not supported.',
    ],
    [
      'A-law behind an extensible header',
      wavFile([fmt({ bits: 16, extension: { validBits: 16, code: 6 } }), data(8)]),
      'unsupported_format: WAV with A-law is not supported.',
    ],
  ])('refuses a file with %s', (_name, bytes, refusal) => {
    expect(refusalOf(bytes)).toBe(refusal)
  })

  it.each<[string, WavFields]>([
    ['32 channels', { channels: 32 }],
    ['768 kHz', { sampleRate: 768_000 }],
  ])('still takes %s', (_name, fields) => {
    expect(refusalOf(wavFile([fmt(fields), data(64)]))).toBe('accepted')
  })

  it('gives up after 4,096 chunks, so that a file of empty chunks ends soon', () => {
    const empty = Array.from({ length: 4096 }, () => riffChunk('JUNK', Buffer.alloc(0)))
    expect(refusalOf(wavFile([...empty, fmt(), data(8)]))).toBe(
      'truncated: The WAV file contains no audio (no data chunk was found).',
    )
    expect(refusalOf(wavFile([...empty.slice(2), fmt(), data(8)]))).toBe('accepted')
  })
})
