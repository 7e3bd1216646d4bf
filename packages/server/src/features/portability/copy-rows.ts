import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { rowsOfAccountText } from '../../platform/database/copy/account-rows.ts'
import type { Snapshot } from '../../platform/database/copy/copy-out.ts'
import type { AccountId } from '../../platform/values/ids.ts'
import type { NewBackup } from '../backups/index.ts'
import { membersOfText } from '../people/index.ts'
import { eventsOfText } from '../releases/index.ts'
import { storedUploadsOf } from '../uploads/index.ts'
import { type AccountTable, accountTables, ownerOf } from './account-tables.ts'
import { type ExportedTable, type ExportManifest, fileOfEvents, fileOfRows } from './manifest.ts'

/** Puts the rows of an account into files, one for each table, and lists its uploads. */

export interface CopyingRows {
  readonly write: NewBackup['write']
  readonly accountId: AccountId
  /** Where the list of uploads is kept until their bytes are copied. */
  readonly list: string
  onTable?(done: number, all: number): Promise<void>
}

export async function copyRows(
  snapshot: Snapshot,
  { write, accountId, list, onTable }: CopyingRows,
): Promise<Pick<ExportManifest, 'tables' | 'events'>> {
  const existing = new Map((await snapshot.listTables()).map(({ name, columns }) => [name, columns]))
  const tables: ExportedTable[] = []
  const leaving = accountTables.filter(({ fate }) => fate !== 'left')
  for (const table of leaving) {
    const columns = columnsThatLeave(table, existing.get(table.name) ?? [])
    // The members are in the tables of people, who belong to no account.
    const text =
      table.name === 'memberships'
        ? membersOfText(accountId)
        : rowsOfAccountText({ ...table, owner: ownerOf(table), columns }, accountId)
    const rows = await write(fileOfRows(table.name), snapshot.copyJson(text))
    tables.push({ name: table.name, columns, rows })
    await onTable?.(tables.length, leaving.length)
  }
  // The rows hold the events as the database does. In this form an outsider can compute their digests.
  const events = await write(fileOfEvents, snapshot.copyJson(eventsOfText(accountId)))
  await pipeline(snapshot.copyQuery(storedUploadsOf(accountId)), createWriteStream(list, { flags: 'wx', mode: 0o600 }))
  return { tables, events }
}

const columnsThatLeave = (table: AccountTable, columns: readonly string[]): string[] =>
  columns.filter((column) => column !== ownerOf(table) && !table.omits?.includes(column))
