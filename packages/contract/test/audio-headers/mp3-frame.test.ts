import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../src/audio-headers/byte-source.ts'
import { announcedFrames, isSameStream, parseMp3Frame } from '../../src/audio-headers/mp3-frame.ts'
import { findMp3Start } from '../../src/audio-headers/mp3-start.ts'
import { mp3Frame } from './build-audio.ts'

type Header = readonly [number, number, number, number]

/** 128 kbit/s at 44.1 kHz, stereo. */
const stereo: Header = [0xff, 0xfb, 0x90, 0x00]

const parse = (header: readonly number[]) => parseMp3Frame(Uint8Array.from(header))

describe('parseMp3Frame', () => {
  it.each<[string, Header, object]>([
    ['MPEG 1, 128 kbit/s', stereo, { version: 'mpeg1', sampleRate: 44_100, channels: 2, bytes: 417, samples: 1152 }],
    ['the same with padding', [0xff, 0xfb, 0x92, 0x00], { bytes: 418 }],
    ['48 kHz', [0xff, 0xfb, 0x94, 0x00], { sampleRate: 48_000, bytes: 384 }],
    ['32 kHz', [0xff, 0xfb, 0x98, 0x00], { sampleRate: 32_000, bytes: 576 }],
    ['320 kbit/s', [0xff, 0xfb, 0xe0, 0x00], { bytes: 1044 }],
    ['32 kbit/s', [0xff, 0xfb, 0x10, 0x00], { bytes: 104 }],
    ['joint stereo', [0xff, 0xfb, 0x90, 0x40], { channels: 2 }],
    ['two languages', [0xff, 0xfb, 0x90, 0x80], { channels: 2 }],
    ['mono', [0xff, 0xfb, 0x90, 0xc0], { channels: 1, bytes: 417 }],
    ['a checksum', [0xff, 0xfa, 0x90, 0x00], { version: 'mpeg1', bytes: 417 }],
    ['MPEG 2', [0xff, 0xf3, 0x80, 0x00], { version: 'mpeg2', sampleRate: 22_050, samples: 576, bytes: 208 }],
    ['MPEG 2.5', [0xff, 0xe3, 0x80, 0x00], { version: 'mpeg2', sampleRate: 11_025, samples: 576, bytes: 417 }],
  ])('reads %s', (_name, header, frame) => {
    expect(parse(header)).toMatchObject(frame)
  })

  it.each([
    ['three bytes', [0xff, 0xfb, 0x90]],
    ['no sync', [0xfe, 0xfb, 0x90, 0x00]],
    ['half a sync', [0xff, 0x7b, 0x90, 0x00]],
    ['the reserved version', [0xff, 0xeb, 0x90, 0x00]],
    ['layer II', [0xff, 0xfd, 0x90, 0x00]],
    ['layer I', [0xff, 0xff, 0x90, 0x00]],
    ['the reserved layer', [0xff, 0xf9, 0x90, 0x00]],
    ['free format', [0xff, 0xfb, 0x00, 0x00]],
    ['the forbidden bit rate', [0xff, 0xfb, 0xf0, 0x00]],
    ['the reserved sample rate', [0xff, 0xfb, 0x9c, 0x00]],
  ])('reads nothing from %s', (_name, header) => {
    expect(parse(header)).toBeUndefined()
  })
})

describe('isSameStream', () => {
  const frame = (header: Header) => {
    const parsed = parse(header)
    if (!parsed) throw new Error('not a frame')
    return parsed
  }

  it.each<[string, Header, boolean]>([
    ['another bit rate', [0xff, 0xfb, 0xe0, 0x00], true],
    ['joint stereo', [0xff, 0xfb, 0x90, 0x40], true],
    ['another sample rate', [0xff, 0xfb, 0x94, 0x00], false],
    ['one channel', [0xff, 0xfb, 0x90, 0xc0], false],
    ['another version', [0xff, 0xf3, 0x80, 0x00], false],
  ])('compares a frame with one of %s', (_name, other, expected) => {
    expect(isSameStream(frame(stereo), frame(other))).toBe(expected)
  })
})

describe('announcedFrames', () => {
  const announce = (header: Header, offset: number, mark: string, flags = 1) => {
    const bytes = mp3Frame(header, 417)
    bytes.write(mark, offset, 'latin1')
    bytes.writeUInt32BE(flags, offset + 4)
    bytes.writeUInt32BE(123_456, offset + 8)
    const frame = parseMp3Frame(bytes)
    return frame && announcedFrames(frame, bytes)
  }

  it.each<[string, Header, number]>([
    ['MPEG 1, stereo', [0xff, 0xfb, 0x90, 0x00], 36],
    ['MPEG 1, mono', [0xff, 0xfb, 0x90, 0xc0], 21],
    ['MPEG 2, stereo', [0xff, 0xf3, 0x80, 0x00], 21],
    ['MPEG 2, mono', [0xff, 0xf3, 0x80, 0xc0], 13],
  ])('finds the count behind the side information of %s', (_name, header, offset) => {
    expect(announce(header, offset, 'Xing')).toBe(123_456)
    expect(announce(header, offset, 'Info')).toBe(123_456)
    expect(announce(header, offset + 1, 'Xing')).toBeUndefined()
  })

  it('returns nothing when the header has no count, or is another one', () => {
    expect(announce(stereo, 36, 'Xing', 2)).toBeUndefined()
    expect(announce(stereo, 36, 'LAME')).toBeUndefined()
  })
})

describe('findMp3Start', () => {
  const find = (bytes: Buffer, from = 0) => findMp3Start(bytesInMemory(bytes), from)
  const frame = mp3Frame(stereo, 417)

  it('finds two frames in a row, after anything else', () => {
    expect(find(Buffer.concat([frame, frame]))?.position).toBe(0)
    expect(find(Buffer.concat([Buffer.from('garbage'), frame, frame]))?.position).toBe(7)
    expect(find(Buffer.concat([Buffer.from('garbage'), frame, frame]), 3)?.position).toBe(7)
  })

  it('takes one frame that ends with the file', () => {
    expect(find(Buffer.concat([Buffer.from('x'), frame]))?.position).toBe(1)
  })

  it('rejects a frame that is followed by another kind of frame', () => {
    expect(find(Buffer.concat([frame, mp3Frame([0xff, 0xfb, 0x94, 0x00], 384), Buffer.from('x')]))).toBeUndefined()
  })

  it('reads only the first 64 KiB', () => {
    const silence = (bytes: number) => Buffer.concat([Buffer.alloc(bytes), frame, frame, frame])
    expect(find(silence(60_000))?.position).toBe(60_000)
    expect(find(silence(65_600))).toBeUndefined()
  })
})
