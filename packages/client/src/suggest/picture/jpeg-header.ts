import { viewOf } from './bytes.ts'
import type { PictureFormat } from './picture-format.ts'

const colours: Readonly<Record<number, PictureFormat['colour']>> = { 1: 'grey', 3: 'rgb', 4: 'cmyk' }

/** JPEG (ITU-T T.81): the first frame header has lines, columns and components; four of them are CMYK. */
export function parseJpegHeader(bytes: Uint8Array): PictureFormat | undefined {
  const view = viewOf(bytes)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker))
      return {
        container: 'jpeg',
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        colour: colours[view.getUint8(at + 9)] ?? 'unknown',
        hasAlpha: false,
      }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the tables DHT, JPG and DAC between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
