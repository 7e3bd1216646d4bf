import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseSecretKey } from '../features/backups/index.ts'
import type { OperatorContext } from './operator-command.ts'
import { plainText } from './plain-text.ts'

/** What commands that write and read folders of backups and exports have in common. */

const shownProblems = 20
const progressEveryMs = 2_000

export const readSecretKey = async (file: string | undefined) =>
  file === undefined ? undefined : parseSecretKey(await readFile(resolve(file), 'utf8'))

/** All that is done is told, but not more often than a person reads. */
export function paced({ progress }: Pick<OperatorContext, 'progress'>): (text: string) => void {
  let last = 0
  return (text) => {
    if (Date.now() - last < progressEveryMs) return
    last = Date.now()
    progress?.(text)
  }
}

export function tell({ err }: Pick<OperatorContext, 'err'>, problems: readonly string[]): void {
  for (const problem of problems.slice(0, shownProblems)) err(plainText(problem))
  if (problems.length > shownProblems) err(`and ${problems.length - shownProblems} more`)
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return step === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** step).toFixed(1)} ${units[step]}`
}
