import { fstatSync, readSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { refuse } from '../report-problem.ts'
import { maxWorkbookBytes, openZip } from './open-zip.ts'

/** The text of an open file: plain or gzip, in Unicode or Latin-1, with only one piece in memory at a time. */

/** The maximum size when unpacked; a million lines need a tenth of it. */
const maxReportBytes = 4 * 1024 ** 3
/** Tables shrink to a tenth or a fiftieth; a file that unpacks to more than this was built to do so. */
const maxUnpackedRatio = 250
const alwaysUnpackedBytes = 64 * 1024 ** 2

/**
 * Reads the text from its start each time, without its byte order mark. Text that is not Unicode is read as Latin-1,
 * which old spreadsheets write.
 */
export function textOf(fd: number): () => AsyncGenerator<string> {
  let known: Encoding | undefined
  return async function* text() {
    known ??= await findEncoding(fd)
    const decoder = new TextDecoder(known)
    for await (const bytes of bytesOf(fd)) yield checked(decoder.decode(bytes, { stream: true }))
    yield decoder.decode()
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'

/** Reads all of it once, unless it begins with the byte order mark of UTF-16. */
async function findEncoding(fd: number): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const bytes of bytesOf(fd)) {
      if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
      if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
      isFirst = false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'latin1'
    throw error
  }
}

function checked(text: string): string {
  if (!text.includes('\0')) return text
  throw refuse({
    problem: 'The file has NUL characters: it is not text, or it is UTF-16 without a byte order mark.',
    fix: 'save it as UTF-8.',
  })
}

/** A piece is overwritten by the next one. */
async function* bytesOf(fd: number): AsyncGenerator<Buffer> {
  if (isWorkbookOfOldExcel(fd)) throw isWorkbook()
  requireKnownArchive(fd)
  if (isZip(fd)) {
    const zip = await openZip(fd)
    if (zip.isWorkbook) throw isWorkbook()
    yield* zip.table()
    return
  }
  const isPacked = isGzip(fd)
  const most = isPacked
    ? Math.min(maxReportBytes, Math.max(alwaysUnpackedBytes, maxUnpackedRatio * fstatSync(fd).size))
    : maxReportBytes
  let read = 0
  for await (const piece of isPacked ? unpacked(fd) : piecesOf(fd)) {
    read += piece.length
    if (read > most)
      throw refuse(
        most < maxReportBytes
          ? {
              problem: `The file expands to more than ${maxUnpackedRatio} times its size.`,
              fix: 'check that this is a report; if it is one, unpack it first.',
            }
          : { problem: 'The file is larger than 4 GiB.', fix: 'import it in parts, one month each.' },
      )
    yield piece
  }
}

const pieceBytes = 16 * 1024

/** Into one buffer: a million lines would leave a thousand before the garbage collector runs. */
function* piecesOf(fd: number): Generator<Buffer> {
  const buffer = Buffer.alloc(pieceBytes)
  for (let position = 0; ; ) {
    const count = readSync(fd, buffer, 0, pieceBytes, position)
    if (count === 0) return
    position += count
    yield buffer.subarray(0, count)
  }
}

async function* unpacked(fd: number): AsyncGenerator<Buffer> {
  // A stream keeps its pieces in memory for a while.
  const packed = Readable.from(copiesOf(piecesOf(fd)))
  // The end of the stream, and its error, come from the iteration.
  const stream: Readable = pipeline(packed, createGunzip({ chunkSize: pieceBytes }), () => undefined)
  try {
    for await (const piece of stream) yield piece as Buffer
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw refuse({ problem: 'The gzip file is incomplete.', fix: 'download it again from the store.' })
  }
}

function* copiesOf(pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const isWorkbook = () => refuse({ problem: 'The file is an Excel workbook.', fix: 'save the sheet as CSV.' })

const beginsWith = (fd: number, ...bytes: readonly number[]): boolean => {
  const start = Buffer.alloc(bytes.length)
  return readSync(fd, start, 0, bytes.length, 0) === bytes.length && start.equals(Buffer.from(bytes))
}

/** By the signatures of their formats. */
const otherArchives: readonly (readonly [name: string, ...signature: number[]])[] = [
  ['a 7z archive', 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  ['a RAR archive', 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  ['an xz file', 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ['a Zstandard file', 0x28, 0xb5, 0x2f, 0xfd],
]

function requireKnownArchive(fd: number): void {
  const found = otherArchives.find(([, ...signature]) => beginsWith(fd, ...signature))
  if (found) throw refuse({ problem: `The file is ${found[0]}.`, fix: 'unpack it, or pack its table as zip or gzip.' })
}

const isGzip = (fd: number): boolean => beginsWith(fd, 0x1f, 0x8b)
/** With entries, or empty. */
const isZip = (fd: number): boolean => beginsWith(fd, 0x50, 0x4b, 3, 4) || beginsWith(fd, 0x50, 0x4b, 5, 6)
/** The container of Microsoft's old formats (MS-CFB), also of workbooks with a password. */
const isWorkbookOfOldExcel = (fd: number): boolean => beginsWith(fd, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

/** The bytes of a workbook; undefined for other files. Throws `ReportRefused`. */
export async function findWorkbook(fd: number): Promise<Buffer | undefined> {
  if (isZip(fd)) {
    const zip = await openZip(fd)
    if (!zip.isWorkbook) return undefined
    requireSmall(fd)
    await zip.requireSafe()
  } else if (isWorkbookOfOldExcel(fd)) requireSmall(fd)
  else return undefined
  return Buffer.concat([...copiesOf(piecesOf(fd))])
}

function requireSmall(fd: number): void {
  if (fstatSync(fd).size > maxWorkbookBytes)
    throw refuse({
      problem: `The Excel workbook is larger than ${maxWorkbookBytes / 1024 ** 2} MiB.`,
      fix: 'save the sheet as CSV.',
    })
}
