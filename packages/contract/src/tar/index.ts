/**
 * Archives as every tar program reads them (POSIX ustar): plain files with their bytes, nothing else. A header follows from
 * only the name and the length of a file, so an archive can be made again, byte for byte, from any offset.
 */

export interface TarFile {
  readonly name: string
  readonly bytes: number
}

/** Not an archive, or one that contains anything but files. */
export class TarError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TarError'
  }
}

/** Headers, and what is between two files, are multiples of it. */
export const tarBlockBytes = 512
/** What an archive ends with: two blocks of zeros. */
export const tarEndBytes = 2 * tarBlockBytes

const paddedBytes = (bytes: number): number => Math.ceil(bytes / tarBlockBytes) * tarBlockBytes

/** Zeros that follow the bytes of a file. */
export const tarPaddingBytes = (bytes: number): number => paddedBytes(bytes) - bytes

/** Of a file with its header and what follows it. */
export const tarLengthOf = ({ bytes }: TarFile): number => tarBlockBytes + paddedBytes(bytes)

const maxNameLength = 100
const sumPlace = 148
const sumLength = 8
const sizePlace = 124
const sizeLength = 12
/** 8 GiB: more does not fit into eleven octal digits, and is written as a binary number, as GNU tar does. */
const maxOctalSize = 8 ** 11 - 1

/** The header of a file that only its owner may read. Throws TarError for a name that does not fit. */
export function tarHeader({ name, bytes, modifiedAt }: TarFile & { readonly modifiedAt: Date }): Uint8Array {
  if (!/^[\x21-\x7e]+$/.test(name) || name.length > maxNameLength)
    throw new TarError(`"${name}" is not a valid file name for an archive`)
  const block = new Uint8Array(tarBlockBytes)
  const write = (place: number, text: string): void => {
    for (let at = 0; at < text.length; at++) block[place + at] = text.charCodeAt(at)
  }
  write(0, name)
  write(100, '0000600\0')
  write(108, '0000000\0')
  write(116, '0000000\0')
  if (bytes <= maxOctalSize) write(sizePlace, `${octal(bytes, sizeLength - 1)}\0`)
  else writeBinarySize(block, bytes)
  write(136, `${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`)
  write(156, '0')
  write(257, 'ustar\x0000')
  write(sumPlace, `${octal(sumOf(block), 6)}\0 `)
  return block
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

function writeBinarySize(block: Uint8Array, bytes: number): void {
  let rest = bytes
  for (let at = sizeLength - 1; at > 0; at--) {
    block[sizePlace + at] = rest % 256
    rest = Math.floor(rest / 256)
  }
  block[sizePlace] = 0x80
}

/** Of all bytes of a header, with blanks in place of the sum itself. */
function sumOf(block: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of block.entries()) sum += at >= sumPlace && at < sumPlace + sumLength ? 0x20 : byte
  return sum
}

/** A file of an archive, and the offset of its bytes. */
export interface FoundTarFile extends TarFile {
  readonly position: number
}

/** Returns the bytes from `position` on; fewer than requested only at the end. */
export type ReadAt = (position: number, length: number) => Promise<Uint8Array>

const plainFile = '0'
/** Folders, and headers of newer archives for the next file: names in other letters, times. */
const passedOver = new Set(['5', 'x', 'g'])

/** The files of an archive, in their order; of their bytes none is read. Throws TarError. */
export async function* listTarFiles(read: ReadAt): AsyncGenerator<FoundTarFile> {
  for (let position = 0; ; ) {
    const block = await read(position, tarBlockBytes)
    if (block.length < tarBlockBytes) throw new TarError('the archive is incomplete')
    if (block.every((byte) => byte === 0)) return
    const { name, bytes, type } = parseHeader(block)
    position += tarBlockBytes
    if (type === plainFile) yield { name, bytes, position }
    else if (!passedOver.has(type)) throw new TarError(`"${name}" is not a regular file`)
    position += paddedBytes(bytes)
  }
}

function parseHeader(block: Uint8Array): TarFile & { readonly type: string } {
  if (Number.parseInt(textAt(block, sumPlace, sumLength), 8) !== sumOf(block)) throw new TarError('not a tar archive')
  const type = textAt(block, 156, 1)
  return {
    name: textAt(block, 0, maxNameLength).replace(/^\.\//, ''),
    bytes: readSize(block),
    type: type === '' ? plainFile : type,
  }
}

function readSize(block: Uint8Array): number {
  let size = 0
  if ((block[sizePlace] ?? 0) < 0x80) size = Number.parseInt(textAt(block, sizePlace, sizeLength), 8)
  else for (const byte of block.subarray(sizePlace + 1, sizePlace + sizeLength)) size = size * 256 + byte
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('not a tar archive')
  return size
}

/** ASCII up to the first zero. */
function textAt(block: Uint8Array, place: number, length: number): string {
  let text = ''
  for (const byte of block.subarray(place, place + length)) {
    if (byte === 0) break
    text += String.fromCharCode(byte)
  }
  return text
}
