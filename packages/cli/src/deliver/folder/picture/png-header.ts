import type { PictureFormat } from './picture-format.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO/IEC 15948): signature and IHDR. Colour types 4 and 6 have alpha, 0 and 4 are greyscale. */
export function parsePngHeader(bytes: Buffer): PictureFormat | undefined {
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const colourType = bytes.readUInt8(25)
  return {
    container: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    colour: colourType === 0 || colourType === 4 ? 'grey' : 'rgb',
    hasAlpha: colourType >= 4,
  }
}
