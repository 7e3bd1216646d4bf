import { crc32, deflateSync } from 'node:zlib'
import { ascii, concat, fields } from './containers.ts'
import { noise } from './signals.ts'

export function pngChunk(name: string, body: Uint8Array = new Uint8Array(0)): Uint8Array {
  const content = concat(ascii(name), body)
  return concat(fields('big', [body.length, 4]), content, fields('big', [crc32(content), 4]))
}

/** Signature and header of an 8-bit RGB picture. */
export const pngStart = (width: number, height: number): Uint8Array =>
  concat(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', concat(fields('big', [width, 4], [height, 4]), Uint8Array.of(8, 2, 0, 0, 0))),
  )

/** A square picture of noise. */
export function pngOf(size: number): Uint8Array {
  const rows = Uint8Array.from(noise(size * (1 + size * 3), 8, 9))
  for (let row = 0; row < size; row++) rows[row * (1 + size * 3)] = 0
  return concat(pngStart(size, size), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND'))
}
