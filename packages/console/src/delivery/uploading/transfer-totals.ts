import { type FileRow, type FileState, isWanted, stateOf } from '../file-row.ts'

/** The files of a delivery that are sent, added up. */
export interface TransferTotals {
  readonly files: number
  readonly arrived: number
  readonly failed: number
  /** To be chosen again before they continue. */
  readonly unfinished: number
  readonly sentBytes: number
  readonly totalBytes: number
  /** Rounded down, so that 100 means that everything is at the hub. */
  readonly percent: number
  readonly bytesPerSecond: number
  /** Of what moves or waits; undefined while the speed is not known. */
  readonly leftMs: number | undefined
  readonly states: readonly FileState[]
}

const moving: ReadonlySet<FileState> = new Set(['waiting', 'sending', 'retrying'])

/** Bytes of a file that the hub has, as far as this window knows. */
export const sentBytesOf = ({ hasArrived, size, sending, upload }: FileRow): number =>
  hasArrived ? size : Math.min(size, Math.max(sending?.sentBytes ?? 0, upload?.offset ?? 0))

export function addTransfers(all: readonly FileRow[]): TransferTotals {
  const rows = all.filter(isWanted)
  const states = rows.map(stateOf)
  const count = (...wanted: readonly FileState[]): number => states.filter((state) => wanted.includes(state)).length
  const sum = (bytesOf: (row: FileRow) => number): number => rows.reduce((total, row) => total + bytesOf(row), 0)
  const [sentBytes, totalBytes] = [sum(sentBytesOf), sum(({ size }) => size)]
  const bytesPerSecond = sum((row) => (stateOf(row) === 'sending' ? (row.sending?.bytesPerSecond ?? 0) : 0))
  const leftBytes = sum((row) => (moving.has(stateOf(row)) ? row.size - sentBytesOf(row) : 0))
  return {
    files: rows.length,
    arrived: rows.filter(({ hasArrived }) => hasArrived).length,
    failed: count('lost'),
    unfinished: count('unfinished'),
    sentBytes,
    totalBytes,
    percent: Math.floor((100 * sentBytes) / Math.max(1, totalBytes)),
    bytesPerSecond,
    leftMs: bytesPerSecond > 0 ? (1_000 * leftBytes) / bytesPerSecond : undefined,
    states,
  }
}
