import { onSignedIn } from '../data/session-events.ts'

/**
 * Tables that were checked in this window, by the ids of their dry runs: the same bytes are imported without choosing the
 * file again.
 */
const tables = new Map<string, ChosenTable>()

export interface ChosenTable {
  readonly filename: string
  readonly table: string
}

export const rememberTable = (tableImportId: string, table: ChosenTable): void => {
  // One is enough: it is as large as the file.
  tables.clear()
  tables.set(tableImportId, table)
}

export const findTable = (tableImportId: string): ChosenTable | undefined => tables.get(tableImportId)

// What one person chose is not for the next one who signs in.
onSignedIn((isSamePerson) => {
  if (!isSamePerson) tables.clear()
})
