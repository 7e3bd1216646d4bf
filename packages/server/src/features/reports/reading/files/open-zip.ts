import type { Readable } from 'node:stream'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { refuse } from '../report-problem.ts'

/**
 * Zip archives: a workbook, or one packed table. Entries that unpack to more bytes than they declare end the reading, so
 * the declared sizes bound the work.
 */

/** A workbook is read whole, and needs several times this in memory. Workbooks of old Excel are not compressed. */
export const maxWorkbookBytes = 12 * 1024 ** 2
const maxTableBytes = 4 * 1024 ** 3
/** Small files may unpack to any ratio. */
const alwaysUnpackedBytes = 16 * 1024 ** 2
const maxRatio = 250
const maxEntries = 1000

export interface OpenZip {
  readonly isWorkbook: boolean
  /** Unpacks all entries of a workbook once, so that its reader never sees one that is too large. */
  requireSafe(): Promise<void>
  /** The only table of the archive. */
  table(): AsyncGenerator<Buffer>
}

/** Throws `ReportRefused` for an archive that cannot be read. */
export async function openZip(fd: number): Promise<OpenZip> {
  const { zip, entries } = await listEntries(fd)
  const names = new Set(entries.map(({ fileName }) => fileName))
  const isWorkbook = ['xl/workbook.xml', 'xl/workbook.bin', 'content.xml'].some((name) => names.has(name))
  const other = [...names].find((name) => name.startsWith('word/') || name.startsWith('ppt/') || name.endsWith('.iwa'))
  if (other !== undefined)
    throw refuse({
      problem: 'The file is a document of another program (Word, PowerPoint or Numbers), not a table.',
      fix: 'export the sheet as CSV.',
    })
  requireSizes(entries, isWorkbook ? maxWorkbookBytes : maxTableBytes)
  return {
    isWorkbook,
    async requireSafe() {
      for (const entry of entries) for await (const piece of read(zip, entry)) void piece
    },
    async *table() {
      yield* read(zip, findTable(entries))
    },
  }
}

async function listEntries(fd: number): Promise<{ readonly zip: ZipFile; readonly entries: readonly Entry[] }> {
  try {
    const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false })
    const entries: Entry[] = []
    if (zip.entryCount > maxEntries) throw new Error(`more than ${maxEntries} entries`)
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return { zip, entries }
  } catch (error) {
    throw damaged(error)
  }
}

const damaged = (error: unknown) =>
  refuse({
    problem: `The zip archive cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : 'it is damaged'}.`,
    fix: 'download it again from the store, or unpack it first.',
  })

function requireSizes(entries: readonly Entry[], most: number): void {
  const sum = (size: (entry: Entry) => number): number => entries.reduce((total, entry) => total + size(entry), 0)
  const [unpacked, packed] = [
    sum(({ uncompressedSize }) => uncompressedSize),
    sum(({ compressedSize }) => compressedSize),
  ]
  if (unpacked > alwaysUnpackedBytes && unpacked > maxRatio * packed)
    throw refuse({
      problem: `The file expands to more than ${maxRatio} times its size.`,
      fix: 'check that this is a report; if it is one, unpack it first.',
    })
  if (unpacked > most)
    throw refuse({ problem: `The file expands to more than ${most / 1024 ** 2} MiB.`, fix: 'save the sheet as CSV.' })
}

/** Archives of a Mac have a second entry for each file. */
const isFile = ({ fileName }: Entry): boolean =>
  !fileName.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)/u.test(fileName)

function findTable(entries: readonly Entry[]): Entry {
  const files = entries.filter(isFile)
  const [only] = files
  if (only !== undefined && files.length === 1) return only
  const names = files.map(({ fileName }) => fileName)
  throw refuse({
    problem: `The archive has ${files.length} files${names.length === 0 ? '' : `: ${names.slice(0, 10).join(', ').slice(0, 500)}`}.`,
    fix: 'unpack it and import the table of sales alone.',
  })
}

async function* read(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted())
    throw refuse({ problem: `${entry.fileName} is encrypted.`, fix: 'unpack the archive with its password first.' })
  let stream: Readable
  try {
    stream = await zip.openReadStreamPromise(entry)
    for await (const piece of stream) yield piece as Buffer
  } catch (error) {
    throw damaged(error)
  }
}
