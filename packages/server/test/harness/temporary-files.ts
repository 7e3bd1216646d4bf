import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { eventually } from './eventually.ts'

/**
 * Each worker has a separate temporary folder in the folder of the run, for its tests and the programs that they start.
 * It is empty again at the end of each test file; the folder of the run is removed at the end of the run, even of an
 * interrupted one.
 */

const ownFolder = (): string => join(inject('run').folder, `t${process.env.VITEST_POOL_ID}`)

export function useOwnTemporaryFolder(): void {
  process.env.TMPDIR = makeOpenFolder(ownFolder())
}

/** For programs that tests kill: the files they were writing stay until the end of the run. */
export const folderOfKilledPrograms = (): string => makeOpenFolder(join(inject('run').folder, 'killed'))

/** Other users write there too, as in /tmp. */
function makeOpenFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o1777)
  return folder
}

/** As `mkdtemp` names them, and the hub. Browsers and npm have theirs, too, until the end of the run. */
const isOurs = (name: string): boolean => /^spindle-|-\w{6}$/.test(name) && !name.startsWith('playwright')

export async function requireNoTemporaryFiles(): Promise<void> {
  const list = async (): Promise<string[]> => (await readdir(ownFolder())).filter(isOurs)
  // A program that was stopped may still be writing.
  const isEmpty = async (): Promise<boolean> => (await list()).length === 0
  await eventually(isEmpty, { what: 'an empty temporary folder', timeoutMs: 10_000 }).catch(() => {})
  const left = await list()
  for (const name of left) rmSync(join(ownFolder(), name), { recursive: true, force: true, maxRetries: 5 })
  if (left.length > 0) throw new Error(`Left in the temporary folder by this file of tests: ${left.join(', ')}`)
}
