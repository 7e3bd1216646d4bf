import { Readable } from 'node:stream'
import {
  dropKnown,
  findDifferences,
  insertStaged,
  type RowsOfAccount,
  stageRows,
} from '../../platform/database/copy/account-rows.ts'
import type { Loading } from '../../platform/database/copy/copy-in.ts'
import { listOwnTables } from '../../platform/database/copy/copy-out.ts'
import { findRefusedRow } from '../../platform/database/postgres-errors.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { ArchiveError, type ReadableArchive } from '../backups/index.ts'
import { isCounted, renumberArrived } from '../plays/index.ts'
import { endDeliveriesOfArrived } from '../releases/index.ts'
import { renewArrivedUploads } from '../uploads/index.ts'
import { type AccountTable, accountTables, ownerOf } from './account-tables.ts'
import { type ExportManifest, fileOfRows, placeOfRows } from './manifest.ts'
import { findTable } from './verify-export.ts'

/** The rows of an export: all of them staged, then compared with what is here, then inserted where they are not. */

interface RowsImport {
  readonly loading: Loading
  readonly trx: TenantTransaction
  readonly archive: ReadableArchive
  readonly manifest: ExportManifest
}

export interface ImportedRows {
  /** How many rows by table. */
  readonly inserted: ReadonlyMap<string, number>
  readonly hasPlays: boolean
}

type StagedTable = RowsOfAccount & Pick<AccountTable, 'fate' | 'changes' | 'isNumberedHere'>

const shownDifferences = 20

export async function importRows(rows: RowsImport): Promise<ImportedRows> {
  const { loading, trx } = rows
  const hasPlays = !(await isCounted(trx))
  const tables = await stageAll(rows, ({ fate }) => fate === 'carried' || (fate === 'counted' && hasPlays))
  // What this hub has just so, it keeps so: an account that is imported where it came from is not taken down.
  for (const table of carriedOf(tables)) await dropKnown(loading, table, table.changes ?? [])
  await endDeliveriesOfArrived(loading)
  await renewArrivedUploads(loading)
  await refuseDifferences(loading, tables)
  const inserted = new Map<string, number>()
  for (const table of tables) {
    const columns = table.isNumberedHere ? table.columns.filter((column) => column !== 'number') : table.columns
    inserted.set(table.name, await insertStaged(loading, { ...table, columns }))
    if (table.isNumberedHere) await renumberArrived(trx, namesWithSeries(tables))
  }
  return { inserted, hasPlays }
}

const carriedOf = (tables: readonly StagedTable[]): StagedTable[] => tables.filter(({ fate }) => fate === 'carried')

const namesWithSeries = (tables: readonly StagedTable[]): string[] =>
  tables.filter(({ columns }) => columns.includes('series')).map(({ name }) => name)

async function stageAll(
  { loading, archive, manifest }: RowsImport,
  isWanted: (table: AccountTable) => boolean,
): Promise<StagedTable[]> {
  const existing = new Map((await listOwnTables(loading)).map(({ name, columns }) => [name, columns]))
  const staged: StagedTable[] = []
  for (const table of accountTables.filter(isWanted)) {
    const exported = findTable(manifest, table.name)
    // An older version had no such table.
    const columns = exported?.columns ?? []
    const unknown = columns.filter((column) => !existing.get(table.name)?.includes(column))
    if (unknown.length > 0)
      throw new ArchiveError(
        `The export ${manifest.id} was made by a newer version of the hub: "${table.name}" has "${unknown[0]}"`,
        'import it with that version',
      )
    const rows = { ...table, owner: ownerOf(table), columns }
    const lines = exported ? archive.read(placeOfRows(manifest, exported).file) : Readable.from([])
    await stageRows(loading, rows, { accountId: manifest.account.id, lines }).catch((error: unknown) => {
      throw findRefusedRow(error) === undefined ? error : unfit(manifest, table.name)
    })
    staged.push(rows)
  }
  return staged
}

const unfit = ({ id }: ExportManifest, table: string): ArchiveError =>
  new ArchiveError(
    `The export ${id} cannot be imported: a value in ${fileOfRows(table)} does not match its column`,
    'export the account again',
  )

async function refuseDifferences(loading: Loading, tables: readonly StagedTable[]): Promise<void> {
  const found: string[] = []
  for (const table of carriedOf(tables)) {
    const limit = shownDifferences - found.length
    if (limit <= 0) break
    const differences = await findDifferences(loading, table, { ignored: table.changes ?? [], limit })
    found.push(...differences.map(({ id, columns }) => `${table.name} ${id}: ${columns.join(', ')}`))
  }
  if (found.length > 0) throw new ImportConflictError(found)
}

/** Something of the export is here already, and is something else. Nothing was imported. */
export class ImportConflictError extends Error {
  readonly differences: readonly string[]
  readonly fix = 'import into another hub, or change this hub to match the export'
  constructor(differences: readonly string[]) {
    super('This hub has different data with the same id. Nothing was imported')
    this.name = 'ImportConflictError'
    this.differences = differences
  }
}
