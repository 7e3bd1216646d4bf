import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { ArchiveError, type ReadableArchive } from '../backups/index.ts'
import { accountTables, ownerOf } from './account-tables.ts'
import { type ExportedTable, type ExportManifest, fileOfRows, placeOfRows } from './manifest.ts'

/**
 * What of an export PostgreSQL would refuse, or what leads out of it, refused with its file and line before anything is
 * stored. An export comes from outside and may have been written by hand.
 */

export interface CheckedExport {
  readonly archive: Pick<ReadableArchive, 'read'>
  readonly manifest: ExportManifest
  /** The folder or file that it is in. */
  readonly from: string
}

/** Deeper values are in no export, and PostgreSQL reads them by recursion. */
const maxDepth = 100
/** Longer lines are in no export either: a document of a release has a limit far below. */
const maxLineLength = 64 * 1024 * 1024

/** Throws ArchiveError. */
export async function checkExport({ archive, manifest, from }: CheckedExport): Promise<void> {
  checkTables(manifest)
  for (const table of manifest.tables) {
    const { file } = placeOfRows(manifest, table)
    await refuseLink(from, file)
    if (isRead(table)) await checkLines(file, archive.read(file))
  }
}

/** Throws ArchiveError for a symbolic link: it would lead out of the folder. */
export async function refuseLink(from: string, file: string): Promise<void> {
  const steps = file.split('/')
  for (const [index] of steps.entries()) {
    const path = join(from, ...steps.slice(0, index + 1))
    // In a tar file, or in a store, there are none.
    const found = await lstat(path).catch(() => undefined)
    if (found?.isSymbolicLink()) throw forged(`${path} is a symbolic link`)
  }
}

function checkTables({ id, tables }: ExportManifest): void {
  const names = tables.map(({ name }) => name)
  const [twice] = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw forged(`the manifest of ${id} names the table "${twice}" twice`)
  for (const { name, columns, rows } of tables) {
    const known = accountTables.find((table) => table.name === name)
    const owner = known && ownerOf(known)
    const [double] = columns.filter((column, index) => columns.indexOf(column) !== index || column === owner)
    if (double !== undefined) throw forged(`the manifest of ${id} names the column "${double}" of "${name}" twice`)
    if (isElsewhere(rows.file, name)) throw forged(`the manifest of ${id} has the rows of "${name}" at "${rows.file}"`)
  }
}

/** Where rows are read from is never taken from the manifest; another place in it was put there by hand. */
const isElsewhere = (file: string, name: string): boolean =>
  basename(file) !== fileOfRows(name) || file.split(/[/\\]/).some((step) => step === '..' || step === '')

const isRead = ({ name }: ExportedTable): boolean =>
  accountTables.some((table) => table.name === name && (table.fate === 'carried' || table.fate === 'counted'))

async function checkLines(file: string, source: Readable): Promise<void> {
  let number = 0
  for await (const line of linesOf(file, source)) {
    number += 1
    const problem = findProblem(line)
    if (problem !== undefined) throw forged(`${file}, line ${number}: ${problem}`)
  }
}

async function* linesOf(file: string, source: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  try {
    for await (const chunk of source) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > maxLineLength) throw forged(`${file}: a line is longer than ${maxLineLength} characters`)
    }
    rest += decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? forged(`${file}: it is not UTF-8`) : error
  }
  if (rest !== '') yield rest
}

/** In words; undefined for a row that can be read. */
export function findProblem(line: string): string | undefined {
  if (depthOf(line) > maxDepth) return `it is nested more than ${maxDepth} deep`
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    return 'it is not JSON'
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return 'it is not a row'
  // Both are written as escapes in JSON, and the database keeps neither in a text.
  if (/\\u(0000|[dD][89a-fA-F])/.test(line) && hasUnstorable(row)) return 'a text has a character that cannot be stored'
  return undefined
}

/** Brackets inside of texts do not count. */
function depthOf(line: string): number {
  let depth = 0
  let deepest = 0
  let isText = false
  for (let index = 0; index < line.length; index++) {
    const character = line[index]
    if (isText && character === '\\') index += 1
    else if (character === '"') isText = !isText
    else if (!isText && (character === '{' || character === '[')) deepest = Math.max(deepest, ++depth)
    else if (!isText && (character === '}' || character === ']')) depth -= 1
  }
  return deepest
}

function hasUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => hasUnstorable(name) || hasUnstorable(member))
}

const forged = (what: string): ArchiveError =>
  new ArchiveError(`The export cannot be imported: ${what}`, 'export the account again')
