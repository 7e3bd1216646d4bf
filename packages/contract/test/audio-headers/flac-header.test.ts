import { bytesInMemory, readAudioHeader, readFlacHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'
import { type FlacFields, flacBlock, flacFile, streamInfo } from './build-audio.ts'

const comments = Buffer.alloc(20)
const withInfo = (fields: FlacFields): Buffer => flacFile(flacBlock(0, streamInfo(fields), { isLast: true }))
const read = (bytes: Buffer, start = 0) => readFlacHeader(bytesInMemory(bytes), start)

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

describe('readFlacHeader', () => {
  it('reads every field of STREAMINFO', () => {
    expect(read(withInfo({ md5: '00112233445566778899aabbccddeeff' }))).toEqual({
      info: {
        maxBlockFrames: 4096,
        sampleRate: 44_100,
        channels: 2,
        bitDepth: 24,
        totalFrames: 441_000,
        md5: '00112233445566778899aabbccddeeff',
      },
      position: 42,
    })
  })

  it.each<[string, FlacFields, object]>([
    ['one channel', { channels: 1 }, { channels: 1 }],
    ['eight channels', { channels: 8 }, { channels: 8 }],
    ['4-bit samples', { bits: 4 }, { bitDepth: 4 }],
    ['32-bit samples', { bits: 32 }, { bitDepth: 32 }],
    ['the highest sample rate', { sampleRate: 655_350 }, { sampleRate: 655_350 }],
    ['more frames than 32 bits hold', { totalFrames: 2 ** 36 - 1 }, { totalFrames: 68_719_476_735 }],
    ['an unknown length', { totalFrames: 0 }, { totalFrames: 0 }],
    ['no digest', { md5: '0'.repeat(32) }, { md5: undefined }],
    ['the smallest blocks', { blockFrames: 16 }, { maxBlockFrames: 16 }],
  ])('reads %s', (_name, fields, info) => {
    expect(read(withInfo(fields)).info).toMatchObject(info)
  })

  it('returns where the first frame begins, after all metadata', () => {
    const file = flacFile(
      flacBlock(0, streamInfo()),
      flacBlock(4, comments),
      flacBlock(1, Buffer.alloc(0)),
      flacBlock(6, Buffer.alloc(300), { isLast: true }),
    )
    expect(read(file).position).toBe(4 + 38 + 24 + 4 + 304)
    expect(read(Buffer.concat([Buffer.alloc(10), file]), 10).position).toBe(384)
  })

  it.each<[string, Buffer, string]>([
    ['only its mark', flacFile(), 'truncated: The file ends within the FLAC header.'],
    ['half a block header', flacFile(Buffer.from([0, 0])), 'truncated: The file ends within the FLAC header.'],
    [
      'a STREAMINFO that is cut off',
      flacFile(flacBlock(0, streamInfo(), { isLast: true })).subarray(0, 41),
      'truncated: The file ends within the FLAC header.',
    ],
    [
      'no last block',
      flacFile(flacBlock(0, streamInfo()), flacBlock(4, comments)),
      'truncated: The file ends within the FLAC header.',
    ],
    ['comments first', flacFile(flacBlock(4, comments, { isLast: true })), 'corrupt: The FLAC header is missing.'],
    [
      'a STREAMINFO of 33 bytes',
      flacFile(flacBlock(0, streamInfo().subarray(0, 33), { isLast: true })),
      'corrupt: The FLAC header is missing.',
    ],
    ['blocks of 15 frames', withInfo({ blockFrames: 15 }), 'corrupt: The FLAC header contains invalid values.'],
    ['no sample rate', withInfo({ sampleRate: 0 }), 'corrupt: The FLAC header contains invalid values.'],
    ['3-bit samples', withInfo({ bits: 3 }), 'corrupt: The FLAC header contains invalid values.'],
  ])('refuses a file with %s', (_name, bytes, refusal) => {
    expect(refusalOf(bytes)).toBe(refusal)
  })

  it('gives up after 1,024 blocks, so that a file of empty blocks ends soon', () => {
    const empty = (count: number) => Array.from({ length: count }, () => flacBlock(1, Buffer.alloc(0)))
    const last = flacBlock(1, Buffer.alloc(0), { isLast: true })
    expect(refusalOf(flacFile(flacBlock(0, streamInfo()), ...empty(1022), last))).toBe('accepted')
    expect(refusalOf(flacFile(flacBlock(0, streamInfo()), ...empty(1023), last))).toBe(
      'truncated: The file ends within the FLAC header.',
    )
  })
})

describe('readAudioHeader of a FLAC', () => {
  const describeFlac = (fields: FlacFields) => readAudioHeader(bytesInMemory(withInfo(fields)))

  it('returns what the rules require', () => {
    expect(describeFlac({})).toEqual({
      container: 'flac',
      codec: 'flac',
      sampleRate: 44_100,
      channels: 2,
      bitDepth: 24,
      floatSamples: false,
      durationMs: 10_000,
    })
  })

  it.each([
    [44_100, 44_100, 1000],
    [44_099, 44_100, 1000],
    [44_077, 44_100, 999],
    [1, 96_000, 0],
  ])('rounds %i frames at %i Hz to %i ms', (totalFrames, sampleRate, durationMs) => {
    expect(describeFlac({ totalFrames, sampleRate }).durationMs).toBe(durationMs)
  })

  it('has no duration where the encoder wrote none', () => {
    expect(describeFlac({ totalFrames: 0 }).durationMs).toBeUndefined()
  })
})
