import { bytesInMemory, readAiffHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'
import { type AiffFields, aiffFile, commChunk, iffChunk, rate48000, ssndChunk } from './build-audio.ts'

const read = (bytes: Buffer) => readAiffHeader(bytesInMemory(bytes))

/** A file with just as much audio as it announces. */
const complete = (fields: AiffFields, audioBytes: number): Buffer =>
  aiffFile([commChunk(fields), ssndChunk(audioBytes)], fields.compression === undefined ? 'AIFF' : 'AIFC')

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

describe('readAiffHeader', () => {
  it.each<[string, AiffFields, object]>([
    ['8 bits', { bits: 8 }, { codec: 'pcm_s8', bitDepth: 8, floatSamples: false }],
    ['16 bits', {}, { codec: 'pcm_s16be', bitDepth: 16, floatSamples: false }],
    ['20 bits in three bytes', { bits: 20 }, { codec: 'pcm_s24be', bitDepth: 20, floatSamples: false }],
    ['24 bits', { bits: 24 }, { codec: 'pcm_s24be', bitDepth: 24, floatSamples: false }],
    ['32 bits', { bits: 32 }, { codec: 'pcm_s32be', bitDepth: 32, floatSamples: false }],
    ['48 kHz', { rate: rate48000 }, { codec: 'pcm_s16be', sampleRate: 48_000 }],
    ['AIFF-C without compression', { compression: 'NONE' }, { codec: 'pcm_s16be' }],
    ['AIFF-C of twos', { compression: 'twos' }, { codec: 'pcm_s16be' }],
    ['AIFF-C of sowt, which is little-endian', { compression: 'sowt' }, { codec: 'pcm_s16le' }],
    ['AIFF-C of in24', { bits: 24, compression: 'in24' }, { codec: 'pcm_s24be' }],
    ['AIFF-C of in32', { bits: 32, compression: 'in32' }, { codec: 'pcm_s32be' }],
    ['AIFF-C of raw, which is unsigned', { bits: 8, compression: 'raw ' }, { codec: 'pcm_u8' }],
    ['AIFF-C of floats', { bits: 32, compression: 'fl32' }, { codec: 'pcm_f32be', floatSamples: true }],
    ['AIFF-C of floats in capitals', { bits: 32, compression: 'FL32' }, { codec: 'pcm_f32be', floatSamples: true }],
  ])('reads %s', (_name, fields, format) => {
    expect(read(complete(fields, 16)).format).toEqual({
      container: 'aiff',
      sampleRate: 44_100,
      channels: 2,
      bitDepth: fields.bits ?? 16,
      floatSamples: false,
      ...format,
    })
  })

  it('finds where the audio begins and how many frames it has', () => {
    const header = read(complete({ frames: 3 }, 12))
    expect(header).toMatchObject({ position: 54, frames: 3, trailingBytes: 0, wavExtensible: false })
    expect(header.layout).toEqual({ channels: 2, bytesPerSample: 2, encoding: 'signed', endian: 'big' })
  })

  it('begins after the offset that the audio chunk names', () => {
    expect(read(aiffFile([commChunk({}), ssndChunk(8, 512)]))).toMatchObject({ position: 566, frames: 2 })
  })

  it('takes chunks in any order, and steps over those it does not need and their padding', () => {
    const name = iffChunk('NAME', Buffer.from('Intro'))
    expect(read(aiffFile([ssndChunk(8), name, commChunk({}), name]))).toMatchObject({ position: 28, frames: 2 })
  })

  it.each<[string, Buffer, string]>([
    ['no format', aiffFile([ssndChunk(8)]), 'truncated: The AIFF file has no COMM chunk, so its format is unknown.'],
    ['no audio', aiffFile([commChunk({})]), 'truncated: The AIFF file contains no audio (no SSND chunk was found).'],
    [
      'a format of 16 bytes',
      aiffFile([iffChunk('COMM', Buffer.alloc(16)), ssndChunk(8)]),
      'corrupt: The COMM chunk of the AIFF file is too short.',
    ],
    [
      'one byte less than it announces',
      complete({ frames: 3 }, 11),
      'truncated: The header declares 12 bytes of audio, but the file contains only 11.',
    ],
    [
      'an offset beyond its end',
      aiffFile([commChunk({}), ssndChunk(8, 512)]).subarray(0, 100),
      'truncated: The header declares 8 bytes of audio, but the file contains only 0.',
    ],
    [
      'no channels',
      complete({ channels: 0 }, 8),
      'corrupt: The header is invalid: 0 channels with 16 bits at 44100 Hz.',
    ],
    ['no bits', complete({ bits: 0 }, 8), 'corrupt: The header is invalid: 2 channels with 0 bits at 44100 Hz.'],
    [
      'no sample rate',
      complete({ rate: [0, 0] }, 8),
      'corrupt: The header is invalid: 2 channels with 16 bits at 0 Hz.',
    ],
    [
      '33 channels',
      complete({ channels: 33 }, 200),
      'unsupported_format: Audio with 33 channels at 44100 Hz is not supported.',
    ],
    [
      'a sample rate of 1,411,200 Hz',
      complete({ rate: [0x4013, 0xac440000] }, 8),
      'unsupported_format: Audio with 2 channels at 1411200 Hz is not supported.',
    ],
    [
      'a codec that compresses',
      complete({ compression: 'ima4' }, 8),
      'unsupported_format: AIFF with 16-bit samples in the encoding "ima4" is not supported.',
    ],
    [
      '40-bit samples',
      complete({ bits: 40 }, 20),
      'unsupported_format: AIFF with 40-bit samples in the encoding "NONE" is not supported.',
    ],
    [
      '16-bit samples called float',
      complete({ compression: 'fl32' }, 8),
      'unsupported_format: AIFF with 16-bit samples in the encoding "fl32" is not supported.',
    ],
    [
      '16-bit samples called unsigned',
      complete({ compression: 'raw ' }, 8),
      'unsupported_format: AIFF with 16-bit samples in the encoding "raw " is not supported.',
    ],
  ])('refuses a file with %s', (_name, bytes, refusal) => {
    expect(refusalOf(bytes)).toBe(refusal)
  })

  it('reads no compression where the form is AIFF, whatever follows its format', () => {
    const chunks = [commChunk({ compression: 'ima4' }), ssndChunk(8)]
    expect(refusalOf(aiffFile(chunks, 'AIFF'))).toBe('accepted')
    expect(refusalOf(aiffFile(chunks, 'AIFC'))).toBe(
      'unsupported_format: AIFF with 16-bit samples in the encoding "ima4" is not supported.',
    )
  })
})
