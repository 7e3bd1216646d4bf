import { viewOf } from './bytes.ts'
import type { PictureFormat } from './picture-format.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** PNG (ISO/IEC 15948): signature and IHDR. Colour types 4 and 6 have alpha, 0 and 4 are greyscale. */
export function parsePngHeader(bytes: Uint8Array): PictureFormat | undefined {
  if (!signature.every((value, index) => bytes[index] === value)) return undefined
  const view = viewOf(bytes)
  const colourType = view.getUint8(25)
  return {
    container: 'png',
    width: view.getUint32(16),
    height: view.getUint32(20),
    colour: colourType === 0 || colourType === 4 ? 'grey' : 'rgb',
    hasAlpha: colourType >= 4,
  }
}
