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
    ['FLAC behind an ID3 tag', 'ID3\u0004\0\0\0\0\0\u0002..fLaC\0\0\0"', 'flac', 12],
    ['frames of MP3', frames, 'mp3', 0],
  ])('finds %s by its first bytes', (_name, bytes, container, start) => {
    expect(locateAudio(source(bytes))).toMatchObject({ container, start })
  })

  it.each([
    ['nothing', '', 'empty_file: The file has no bytes.'],
    ['text', 'root:x:0:0:root', 'unsupported_format: The content is no audio format known here.'],
    ['half a signature', 'fLa', 'unsupported_format: The content is no audio format known here.'],
    ['another FORM', 'FORM....ILBMBMHD', 'unsupported_format: The content is no audio format known here.'],
    [
      'one frame of MP3 and text',
      `${frames.slice(0, 417)}text`,
      'unsupported_format: The content is no audio format known here.',
    ],
    [
      'a picture in RIFF',
      'RIFF....WEBPVP8 ',
      'unsupported_format: The file is webp, by its content and whatever its name says.',
    ],
    [
      'an Ogg file',
      'OggS\0\u0002\0\0',
      'unsupported_format: The file is Ogg (Vorbis, Opus or FLAC in Ogg), by its content and whatever its name says.',
    ],
    [
      'a WAV behind an ID3 tag',
      'ID3\u0004\0\0\0\0\0\0RIFF....WAVEfmt ',
      'unsupported_format: The file is wav behind an ID3 tag, by its content and whatever its name says.',
    ],
    [
      'a tag and nothing behind it',
      'ID3\u0004\0\0\0\0\0\u0010',
      'truncated: The file ends inside the tag at its beginning.',
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

  it('tells format, length and what follows the audio of a WAV', () => {
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
      'truncated: The header announces 16 bytes of audio but only 8 are in the file.',
    ],
    ['has no audio', [1, 2, 44_100, 4, 16], '', 'truncated: The WAV file contains no audio (no data chunk was found).'],
    ['is 64-bit float', [3, 2, 44_100, 16, 64], 'data\0\0\0\0', 'unsupported_format: WAV with 64-bit float samples.'],
    ['holds A-law', [6, 2, 44_100, 2, 8], 'data\0\0\0\0', 'unsupported_format: WAV that holds A-law.'],
    [
      'has a block size of its own',
      [1, 2, 44_100, 3, 16],
      'data\0\0\0\0',
      'corrupt: The block size in the WAV header does not fit its channels and bit depth.',
    ],
    ['has no channels', [1, 0, 44_100, 0, 16], 'data\0\0\0\0', 'corrupt: The header says 0 channels at 44100 Hz.'],
    [
      'has a hundred channels',
      [1, 100, 44_100, 200, 16],
      'data\0\0\0\0',
      'unsupported_format: Audio with 100 channels at 44100 Hz.',
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
