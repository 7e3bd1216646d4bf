/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step; the digest is big-endian. */

/** What the hashes of Node have in common with it. */
export interface Checksum {
  update(chunk: Uint8Array): void
  digest(): Buffer
}

const polynomial = 0x82f63b78

const tables = makeTables()

function makeTables(): Uint32Array {
  const table = new Uint32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    table[byte] = crc
  }
  for (let at = 256; at < table.length; at++) {
    const before = table[at - 256] ?? 0
    table[at] = (before >>> 8) ^ (table[before & 0xff] ?? 0)
  }
  return table
}

export function crc32cState(): Checksum {
  let crc = 0xffffffff
  return {
    update(chunk) {
      crc = step(crc, chunk)
    },
    digest() {
      const digest = Buffer.alloc(4)
      digest.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
      return digest
    },
  }
}

function step(start: number, chunk: Uint8Array): number {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const whole = chunk.byteLength - (chunk.byteLength % 8)
  const at = (slice: number, byte: number): number => tables[slice * 256 + (byte & 0xff)] ?? 0
  let crc = start
  for (let i = 0; i < whole; i += 8) {
    const low = crc ^ view.getUint32(i, true)
    const high = view.getUint32(i + 4, true)
    crc =
      at(7, low) ^
      at(6, low >>> 8) ^
      at(5, low >>> 16) ^
      at(4, low >>> 24) ^
      at(3, high) ^
      at(2, high >>> 8) ^
      at(1, high >>> 16) ^
      at(0, high >>> 24)
  }
  for (let i = whole; i < chunk.byteLength; i++) crc = (crc >>> 8) ^ at(0, crc ^ view.getUint8(i))
  return crc
}
