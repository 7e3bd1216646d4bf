/**
 * Rows in the binary format of COPY, which PostgreSQL reads without parsing. The columns of a row are written in the
 * order of the target, each by its type.
 */
export interface BinaryRows {
  /** Begins a row. */
  row(): void
  int2(value: number): void
  int4(value: number): void
  /** Whole numbers, exact up to 2^53. */
  int8(value: number): void
  text(value: string): void
  /** A `date`, by its days since the Unix epoch. */
  date(days: number): void
  /** A `timestamptz`, by its milliseconds since the Unix epoch. */
  instant(ms: number): void
  none(): void
  /** An array of one dimension: `write` writes each of its members, none of which may be null. */
  array(type: MemberType, length: number, write: (index: number) => void): void
  /** All rows. Nothing can be added after that. */
  end(): Buffer
}

/** The object ids of PostgreSQL's types, which are the same on every server. */
const memberTypes = { int4: 23, int8: 20, text: 25, date: 1082 } as const
export type MemberType = keyof typeof memberTypes

const signature = 'PGCOPY\n\xff\r\n\0'
/** PostgreSQL counts from the year 2000. */
const epochMs = Date.UTC(2000, 0, 1)
const epochDays = epochMs / 86_400_000
const flagsAndExtension = 8
const longestNumber = 12
const arrayHead = 24

const longestShort = 32

/**
 * Most texts in rows are short and ASCII: a native call takes longer than writing them here. Undefined for other texts.
 */
function writeShort(bytes: Buffer, value: string, start: number): number | undefined {
  if (value.length > longestShort) return undefined
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index)
    if (code > 0x7f) return undefined
    bytes[start + index] = code
  }
  return value.length
}

export function binaryRows(columns: number): BinaryRows {
  let bytes = Buffer.allocUnsafe(64 * 1024)
  let end = bytes.write(signature, 'latin1')
  bytes.fill(0, end, end + flagsAndExtension)
  end += flagsAndExtension
  const reserve = (size: number): void => {
    if (end + size <= bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (end + size))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  const int4 = (value: number): void => {
    reserve(longestNumber)
    end = bytes.writeInt32BE(value, bytes.writeInt32BE(4, end))
  }
  const int8 = (value: number): void => {
    reserve(longestNumber)
    const high = Math.floor(value / 2 ** 32)
    end = bytes.writeInt32BE(high, bytes.writeInt32BE(8, end))
    end = bytes.writeUInt32BE(value - high * 2 ** 32, end)
  }
  return {
    row() {
      reserve(longestNumber)
      end = bytes.writeInt16BE(columns, end)
    },
    int2(value) {
      reserve(longestNumber)
      end = bytes.writeInt16BE(value, bytes.writeInt32BE(2, end))
    },
    int4,
    int8,
    text(value) {
      reserve(4 + 3 * value.length)
      const length = writeShort(bytes, value, end + 4) ?? bytes.write(value, end + 4)
      end = bytes.writeInt32BE(length, end) + length
    },
    date: (days) => int4(days - epochDays),
    instant: (ms) => int8((ms - epochMs) * 1_000),
    none() {
      reserve(longestNumber)
      end = bytes.writeInt32BE(-1, end)
    },
    array(type, length, write) {
      reserve(arrayHead)
      const start = end + 4
      const isEmpty = length === 0
      end = start
      // Dimensions, whether a member may be null, the type; then the length, and the lower bound 1.
      for (const value of [isEmpty ? 0 : 1, 0, memberTypes[type], ...(isEmpty ? [] : [length, 1])])
        end = bytes.writeInt32BE(value, end)
      for (let index = 0; index < length; index++) write(index)
      bytes.writeInt32BE(end - start, start - 4)
    },
    end() {
      reserve(longestNumber)
      return bytes.subarray(0, bytes.writeInt16BE(-1, end))
    },
  }
}
