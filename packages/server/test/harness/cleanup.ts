import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { requireNoTemporaryFiles, useOwnTemporaryFolder } from './temporary-files.ts'

/**
 * Runs clean-up at the end of each test file, the newest first. Hooks that are registered while a test or another hook
 * runs are never called; this one is registered before each file is read, because the configuration names this module
 * as a set-up file. A file that leaves anything in the temporary folder fails.
 */

useOwnTemporaryFolder()

type Undo = () => unknown

const shared = globalThis as typeof globalThis & { undoAtEndOfFile?: Undo[] }
shared.undoAtEndOfFile ??= []
const undone = shared.undoAtEndOfFile

export const atEnd = (undo: Undo): void => {
  undone.push(undo)
}

/** A new folder, removed at the end of the test file. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** For files whose tests share nothing: resources such as connections are limited over all files together. */
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
