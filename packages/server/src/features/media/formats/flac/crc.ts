// The two checksums of FLAC (RFC 9639 sections 9.1.8 and 9.3).

const tableOf = (bits: 8 | 16, polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) crc = crc & (1 << (bits - 1)) ? (crc << 1) ^ polynomial : crc << 1
    return crc & ((1 << bits) - 1)
  })

const table8 = tableOf(8, 0x07)
const table16 = tableOf(16, 0x8005)

export function crc8(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let i = from; i < to; i++) crc = table8[crc ^ (bytes[i] ?? 0)] ?? 0
  return crc
}

export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0
  for (let i = from; i < to; i++) crc = ((crc << 8) & 0xffff) ^ (table16[(crc >>> 8) ^ (bytes[i] ?? 0)] ?? 0)
  return crc
}
