import { lettersAt, viewOf } from './bytes.ts'
import type { PictureFormat } from './picture-format.ts'

/** TIFF 6.0: the first image file directory; tags for width, length, photometric interpretation and extra samples. */
export function parseTiffHeader(bytes: Uint8Array): PictureFormat | undefined {
  const order = lettersAt(bytes, 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined
  const isLittle = order === 'II*\0'
  const view = viewOf(bytes)
  const uint16 = (at: number): number => view.getUint16(at, isLittle)
  const uint32 = (at: number): number => view.getUint32(at, isLittle)
  const directory = uint32(4)
  const entries = Array.from({ length: uint16(directory) }, (_, index) => directory + 2 + index * 12)
  const short = 3
  const values = new Map(entries.map((at) => [uint16(at), uint16(at + 2) === short ? uint16(at + 8) : uint32(at + 8)]))
  const width = values.get(256)
  const height = values.get(257)
  if (width === undefined || height === undefined) return undefined
  const colour = colours[values.get(262) ?? -1] ?? 'unknown'
  return { container: 'tiff', width, height, colour, hasAlpha: values.has(338) }
}

/** WhiteIsZero, BlackIsZero, RGB, palette, separated (CMYK), YCbCr. */
const colours: Readonly<Record<number, PictureFormat['colour']>> = {
  0: 'grey',
  1: 'grey',
  2: 'rgb',
  3: 'rgb',
  5: 'cmyk',
  6: 'rgb',
}
