import { resolve } from 'node:path'
import type { LedgerSettings } from './plays-ledger.ts'
import type { Reader } from './reader.ts'

/** Where raw plays go as files before they are dropped; undefined where they do not. */
export type PlaysExport =
  | { readonly kind: 'storage' }
  | { readonly kind: 'folder'; readonly folder: string }
  | undefined

const key = 'SPINDLE_PLAYS_EXPORT'

/** A lake is already in the storage of uploads, and a ClickHouse belongs to the operator: both need the setting. */
export function readPlaysExport(reader: Reader, plays: LedgerSettings['plays']): PlaysExport {
  const folder = reader.text('SPINDLE_PLAYS_EXPORT_DIR')
  const isChosen = reader.text(key) !== undefined
  const chosen = isChosen ? reader.oneOf(key, ['storage', 'off']) : plays === 'pg' ? 'storage' : 'off'
  if (folder === undefined) return chosen === 'storage' ? { kind: chosen } : undefined
  if (isChosen) reader.fail(key, 'is set together with SPINDLE_PLAYS_EXPORT_DIR', 'remove one of them')
  return { kind: 'folder', folder: resolve(folder) }
}
