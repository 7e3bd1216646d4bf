import { describe, expect, it } from 'vitest'
import { parseJpegHeader } from './jpeg-header.ts'
import { parsePngHeader } from './png-header.ts'
import { parseTiffHeader } from './tiff-header.ts'
import { parseWebpHeader } from './webp-header.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

const png = (width: number, height: number, colourType: number): Buffer => {
  const header = hex('89504e470d0a1a0a 0000000d 49484452 00000000 00000000 08 00 00 00 00')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  header.writeUInt8(colourType, 25)
  return header
}

describe('parsePngHeader', () => {
  it.each([
    [0, 'grey', false],
    [2, 'rgb', false],
    [3, 'rgb', false],
    [4, 'grey', true],
    [6, 'rgb', true],
  ])('reads colour type %i as %s', (colourType, colour, hasAlpha) => {
    expect(parsePngHeader(png(3000, 2999, colourType))).toEqual({
      container: 'png',
      width: 3000,
      height: 2999,
      colour,
      hasAlpha,
    })
  })

  it('is undefined for other bytes', () => {
    expect(parsePngHeader(Buffer.alloc(40))).toBeUndefined()
  })
})

/** SOI, an APP0 of `padding` bytes, and a frame header. */
const jpeg = (marker: string, components: number, padding = 0): Buffer =>
  Buffer.concat([
    hex('ffd8 ffe0'),
    hex((padding + 2).toString(16).padStart(4, '0')),
    Buffer.alloc(padding),
    hex(`ff${marker} 0011 08 0bb8 05dc`),
    Buffer.from([components]),
    Buffer.alloc(12),
  ])

describe('parseJpegHeader', () => {
  it.each([
    ['c0', 1, 'grey'],
    ['c0', 3, 'rgb'],
    ['c2', 3, 'rgb'],
    ['c0', 4, 'cmyk'],
    ['c1', 2, 'unknown'],
  ])('reads a frame of marker %s with %i components as %s', (marker, components, colour) => {
    expect(parseJpegHeader(jpeg(marker, components, 100))).toEqual({
      container: 'jpeg',
      width: 1500,
      height: 3000,
      colour,
      hasAlpha: false,
    })
  })

  it.each(['c4', 'c8', 'cc'])('does not take the table %s for a frame', (marker) => {
    expect(parseJpegHeader(jpeg(marker, 3))).toBeUndefined()
  })

  it('skips fill bytes before a marker', () => {
    const frame = jpeg('c0', 3).subarray(6)
    expect(parseJpegHeader(Buffer.concat([hex('ffd8 ffff'), frame]))).toMatchObject({ width: 1500 })
  })

  it.each([
    ['too short', hex('ffd8ff')],
    ['another format', Buffer.alloc(40)],
    ['bytes that are no marker', hex('ffd8 0000 0000 0000 0000 0000 0000')],
    ['a header that never comes', jpeg('e1', 3).subarray(0, 12)],
  ])('is undefined for %s', (_name, bytes) => {
    expect(parseJpegHeader(bytes)).toBeUndefined()
  })
})

function tiff(order: 'II' | 'MM', entries: readonly (readonly [tag: number, type: 3 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(10 + entries.length * 12)
  const isLittle = order === 'II'
  const uint16 = (value: number, at: number): unknown =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const uint32 = (value: number, at: number): unknown =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(order, 0, 'latin1')
  uint16(42, 2)
  uint32(8, 4)
  uint16(entries.length, 8)
  for (const [index, [tag, type, value]] of entries.entries()) {
    const at = 10 + index * 12
    uint16(tag, at)
    uint16(type, at + 2)
    uint32(1, at + 4)
    if (type === 3) uint16(value, at + 8)
    else uint32(value, at + 8)
  }
  return bytes
}

describe('parseTiffHeader', () => {
  it.each(['II', 'MM'] as const)('reads both orders of bytes: %s', (order) => {
    const bytes = tiff(order, [
      [256, 3, 3000],
      [257, 4, 3001],
      [262, 3, 2],
    ])
    expect(parseTiffHeader(bytes)).toEqual({
      container: 'tiff',
      width: 3000,
      height: 3001,
      colour: 'rgb',
      hasAlpha: false,
    })
  })

  it.each([
    [0, 'grey'],
    [1, 'grey'],
    [2, 'rgb'],
    [3, 'rgb'],
    [5, 'cmyk'],
    [6, 'rgb'],
    [8, 'unknown'],
  ])('reads photometric interpretation %i as %s', (value, colour) => {
    expect(
      parseTiffHeader(
        tiff('II', [
          [256, 3, 1],
          [257, 3, 1],
          [262, 3, value],
        ]),
      ),
    ).toMatchObject({ colour })
  })

  it('has alpha where there are extra samples', () => {
    expect(
      parseTiffHeader(
        tiff('II', [
          [256, 3, 1],
          [257, 3, 1],
          [338, 3, 1],
        ]),
      ),
    ).toMatchObject({ hasAlpha: true })
  })

  it('is undefined without a size, and for other bytes', () => {
    expect(parseTiffHeader(tiff('II', [[256, 3, 1]]))).toBeUndefined()
    expect(parseTiffHeader(Buffer.alloc(40))).toBeUndefined()
  })

  it('throws RangeError where the header promises more than there is', () => {
    const cut = tiff('II', [
      [256, 3, 1],
      [257, 3, 1],
    ]).subarray(0, 20)
    expect(() => parseTiffHeader(cut)).toThrow(RangeError)
  })
})

const webp = (chunk: string, rest: string): Buffer =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.from(chunk, 'latin1'), hex('00000000'), hex(rest)])

describe('parseWebpHeader', () => {
  it.each([
    ['VP8X', '10 000000 b70b00 b80b00', { width: 3000, height: 3001, hasAlpha: true }],
    ['VP8X', '00 000000 b70b00 b70b00', { width: 3000, height: 3000, hasAlpha: false }],
    ['VP8L', '2f b7cbed12 00', { width: 3000, height: 3000 }],
    ['VP8 ', '000000 9d012a b80b b90b', { width: 3000, height: 3001, hasAlpha: false }],
  ])('reads %s', (chunk, rest, format) => {
    expect(parseWebpHeader(webp(chunk, rest))).toMatchObject({ container: 'webp', colour: 'rgb', ...format })
  })

  it('is undefined for an unknown chunk, and for other bytes', () => {
    expect(parseWebpHeader(webp('ALPH', '00'))).toBeUndefined()
    expect(parseWebpHeader(Buffer.alloc(40))).toBeUndefined()
  })
})
