import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AccountId, Id } from '../../platform/values/ids.ts'
import { isId } from '../../platform/values/ids.ts'
import type { AccountRow } from '../accounts/index.ts'
import { ArchiveError, type NewBackup, pickName, type ReadableArchive, type StoredFile } from '../backups/index.ts'

/**
 * What an export consists of. It is written last, and names every file with its SHA-256: those of uploads in their
 * rows.
 */

export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: StoredFile
}

export interface ExportManifest {
  readonly format: 1
  readonly id: string
  readonly createdAt: string
  readonly hubVersion: string
  readonly account: { readonly id: AccountId; readonly name: string; readonly createdAt: string }
  readonly tables: readonly ExportedTable[]
  /** The events of all releases as the API shows them, for people who verify the chains. Older exports have none. */
  readonly events?: StoredFile
  readonly uploads: number
  readonly bytes: number
  /** By which what was erased is known again: see `digestOfUploads`. */
  readonly uploadsSha256: string
  /** Uploads whose bytes the storage did not have when the export was made. */
  readonly missing: readonly string[]
}

export const nameExport = (accountId: AccountId, at: Date): string =>
  `${accountId}-${at.toISOString().replaceAll(/[-:.]/g, '')}`

export const describeAccount = ({ id, name, createdAt }: AccountRow): ExportManifest['account'] => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
})

const fileName = 'manifest.json'

export const writeExportManifest = (target: Pick<NewBackup, 'write'>, manifest: ExportManifest): Promise<StoredFile> =>
  target.write(fileName, Readable.from([`${JSON.stringify(manifest, undefined, 1)}\n`], { objectMode: false }))

/** The newest export of the folder, or the one of this name. Throws ArchiveError. */
export async function readExportManifest(
  archive: ReadableArchive,
  wanted: string | undefined,
): Promise<ExportManifest> {
  const id = await pickName(archive, wanted)
  const manifest = parseManifest(id, await text(archive.read(join(archive.holds, id, fileName))))
  if (manifest.format !== 1)
    throw new ArchiveError(`The export ${id} was made by a newer version of the hub`, 'use that version')
  if (!isId('acc', manifest.account.id)) throw new ArchiveError(`The export ${id} has no account`, 'export it again')
  return { ...manifest, id }
}

/** Throws ArchiveError for what a hub has not written. */
function parseManifest(id: string, written: string): ExportManifest {
  const broken = () => new ArchiveError(`The manifest of the export ${id} cannot be read`, 'export the account again')
  try {
    const manifest: unknown = JSON.parse(written)
    // A newer version may have written all else in another way.
    if (!isObject(manifest) || (manifest.format === 1 && !isWhole(manifest))) throw broken()
    return manifest as unknown as ExportManifest
  } catch (error) {
    throw error instanceof SyntaxError ? broken() : error
  }
}

const isWhole = ({ account, tables, missing }: Members): boolean =>
  isObject(account) &&
  typeof account.id === 'string' &&
  typeof account.name === 'string' &&
  !Number.isNaN(Date.parse(String(account.createdAt))) &&
  Array.isArray(missing) &&
  Array.isArray(tables) &&
  tables.every(isTable)

const isTable = (table: unknown): boolean =>
  isObject(table) &&
  typeof table.name === 'string' &&
  isObject(table.rows) &&
  typeof table.rows.file === 'string' &&
  Array.isArray(table.columns) &&
  table.columns.every((column: unknown) => typeof column === 'string')

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null

export const fileOfEvents = 'events.ndjson'

export const fileOfRows = (name: string): string => `${name}.ndjson`

/** Where the rows of a table are in the archive. Nothing of it is taken from the manifest. */
export const placeOfRows = ({ id }: Pick<ExportManifest, 'id'>, { name, rows }: ExportedTable): StoredFile => ({
  ...rows,
  file: join('exports', id, fileOfRows(name)),
})

/** Where the events are in the archive. */
export const placeOfEvents = ({ id, events }: Pick<ExportManifest, 'id' | 'events'>): StoredFile[] =>
  events === undefined ? [] : [{ ...events, file: join('exports', id, fileOfEvents) }]

/** Where the bytes of an upload are in the archive: under its id, so that people find them, and as what they are. */
export const fileOfUpload = (id: Id<'upl'>, container: string | undefined): string => {
  const ending = container !== undefined && /^[a-z0-9]{1,8}$/.test(container) ? `.${container}` : ''
  return join('files', id.slice(-2), `${id}${ending}`)
}
