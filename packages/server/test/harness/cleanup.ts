import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { requireNoTemporaryFiles, useOwnTemporaryFolder } from './temporary-files.ts'

/**
 * Undoes at the end of a file of tests what was done in it, the newest first. Hooks that are registered while a test or
 * another hook runs are never called; this one is registered before each file is read, because the configuration names
 * this module among its set-up files. A file that leaves something in the temporary folder fails.
 */

useOwnTemporaryFolder()

type Undo = () => unknown

const shared = globalThis as typeof globalThis & { undoAtEndOfFile?: Undo[] }
shared.undoAtEndOfFile ??= []
const undone = shared.undoAtEndOfFile

export const atEnd = (undo: Undo): void => {
  undone.push(undo)
}

/** A new folder, removed at the end of the file of tests. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** For files whose tests share nothing: what each opens, all files together have a bounded number of, such as connections. */
export const undoAfterEach = (): void => afterEach(undoAll)

afterAll(async () => {
  await undoAll()
  await requireNoTemporaryFiles()
})

async function undoAll(): Promise<void> {
  const failures: unknown[] = []
  for (const undo of undone.splice(0).reverse()) {
    try {
      await undo()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be undone')
}
