import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP with any content in its headers, also what no program writes. */
export interface ZipEntry {
  readonly name: string
  readonly bytes?: Uint8Array | string
  readonly isDeflated?: boolean
  /** What it claims to have, in place of what it has. */
  readonly claimedBytes?: number
  readonly mode?: number
  readonly isEncrypted?: boolean
  /** Of other bytes than it has. */
  readonly checksum?: number
  /** In place of stored and deflate. */
  readonly method?: number
  /** The name as it is written, without the flag of UTF-8. */
  readonly nameBytes?: Buffer
}

const unix = 3 << 8

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { name, bytes = '', isDeflated = false, claimedBytes, mode = 0o100644, isEncrypted = false } = entry
    const { checksum, method = isDeflated ? 8 : 0, nameBytes } = entry
    const content = Buffer.from(bytes as Uint8Array)
    const packed = isDeflated ? deflateRawSync(content) : content
    const fileName = nameBytes ?? Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE((nameBytes ? 0 : 0x0800) | (isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt16LE(0x6000, 6)
    common.writeUInt16LE(0x5d6c, 8)
    common.writeUInt32LE(checksum ?? crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(claimedBytes ?? content.length, 18)
    common.writeUInt16LE(fileName.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName])
    const more = Buffer.alloc(14)
    more.writeUInt32LE((mode << 16) >>> 0, 6)
    more.writeUInt32LE(at, 10)
    const version = Buffer.alloc(2)
    version.writeUInt16LE(unix | 20)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), version, common, more, fileName]))
    parts.push(head, packed)
    at += head.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}
