import { bytesInMemory, locateAudio, readAudioHeader, UnusableMedia } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'

const source = (bytes: string) => bytesInMemory(Buffer.from(bytes, 'latin1'))

/** Two frames of MPEG-1 layer III, 128 kbit/s at 44.1 kHz. */
const frames = `\u00ff\u00fb\u0090\u0064${'\0'.repeat(413)}`.repeat(2)

/** Why a file cannot be used. */
function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UnusableMedia) return `${error.code}: ${error.message}`
  }
  return 'taken'
}

describe('locateAudio', () => {
  it.each([
    ['WAV', 'RIFF....WAVEfmt ', 'wav', 0],
    ['RF64', 'RF64....WAVEds64', 'wav', 0],
    ['BW64', 'BW64....WAVEds64', 'wav', 0],
    ['AIFF', 'FORM....AIFFCOMM', 'aiff', 0],
    ['AIFF-C', 'FORM....AIFCFVER', 'aiff', 0],
    ['FLAC', 'fLaC\0\0\0"', 'flac', 0],
    ['FLAC after an ID3 tag', 'ID3\u0004\0\0\0\0\0\u0002..fLaC\0\0\0"', 'flac', 12],
    ['frames of MP3', frames, 'mp3', 0],
  ])('finds %s by its first bytes', (_name, bytes, container, start) => {
    expect(locateAudio(source(bytes))).toMatchObject({ container, start })
  })

  it.each([
    ['nothing', '', 'empty_file: The file is empty.'],
    ['text', 'root:x:0:0:root', 'unsupported_format: Unsupported audio format.'],
    ['half a signature', 'fLa', 'unsupported_format: Unsupported audio format.'],
    ['another FORM', 'FORM....ILBMBMHD', 'unsupported_format: Unsupported audio format.'],
    ['one frame of MP3 and text', `${frames.slice(0, 417)}text`, 'unsupported_format: Unsupported audio format.'],
    [
      'a picture in RIFF',
      'RIFF....WEBPVP8 ',
      'unsupported_format: The content of the file is webp, whatever its name.',
    ],
    [
      'an Ogg file',
      'OggS\0\u0002\0\0',
      'unsupported_format: The content of the file is Ogg (Vorbis, Opus or FLAC in Ogg), whatever its name.',
    ],
    [
      'a WAV after an ID3 tag',
      'ID3\u0004\0\0\0\0\0\0RIFF....WAVEfmt ',
      'unsupported_format: The content of the file is wav after an ID3 tag, whatever its name.',
    ],
    [
      'a tag and nothing behind it',
      'ID3\u0004\0\0\0\0\0\u0010',
      'truncated: The file ends within the tag at its start.',
    ],
  ])('refuses %s', (_name, bytes, refusal) => {
    expect(refusalOf(() => locateAudio(source(bytes)))).toBe(refusal)
  })
})

describe('readAudioHeader', () => {
  const wav = (fmt: readonly number[], data: string) => {
    const body = Buffer.alloc(16)
    for (const [index, value] of fmt.entries()) body.writeUInt16LE(value, [0, 2, 4, 12, 14][index] ?? 0)
    return Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt \u0010\0\0\0', 'latin1'), body, Buffer.from(data, 'latin1')])
  }
  const read = (bytes: Buffer) => readAudioHeader(bytesInMemory(bytes))

  it('returns format, length and what follows the audio of a WAV', () => {
    expect(read(wav([1, 2, 44_100, 4, 16], 'data\u0008\0\0\0........tail'))).toEqual({
      container: 'wav',
      codec: 'pcm_s16le',
      sampleRate: 44_100,
      channels: 2,
      bitDepth: 16,
      floatSamples: false,
      durationMs: 0,
      trailingBytes: 4,
      wavExtensible: false,
    })
  })

  it.each([
    [
      'is cut',
      [1, 2, 44_100, 4, 16],
      'data\u0010\0\0\0........',
      'truncated: The header declares 16 bytes of audio, but the file contains only 8.',
    ],
    ['has no audio', [1, 2, 44_100, 4, 16], '', 'truncated: The WAV file contains no audio (no data chunk was found).'],
    [
      'is 64-bit float',
      [3, 2, 44_100, 16, 64],
      'data\0\0\0\0',
      'unsupported_format: WAV with 64-bit float samples is not supported.',
    ],
    ['holds A-law', [6, 2, 44_100, 2, 8], 'data\0\0\0\0', 'unsupported_format: WAV with A-law is not supported.'],
    [
      'has a block size of its own',
      [1, 2, 44_100, 3, 16],
      'data\0\0\0\0',
      'corrupt: The block size in the WAV header does not match its channels and bit depth.',
    ],
    [
      'has no channels',
      [1, 0, 44_100, 0, 16],
      'data\0\0\0\0',
      'corrupt: The header is invalid: 0 channels at 44100 Hz.',
    ],
    [
      'has a hundred channels',
      [1, 100, 44_100, 200, 16],
      'data\0\0\0\0',
      'unsupported_format: Audio with 100 channels at 44100 Hz is not supported.',
    ],
  ])('refuses a WAV that %s', (_name, fmt, data, refusal) => {
    expect(refusalOf(() => read(wav(fmt, data)))).toBe(refusal)
  })

  it('leaves the length of an MP3 to the decoder', () => {
    expect(readAudioHeader(source(frames))).toEqual({
      container: 'mp3',
      codec: 'mp3',
      sampleRate: 44_100,
      channels: 2,
      bitDepth: null,
      floatSamples: true,
    })
  })
})
