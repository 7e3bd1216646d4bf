import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { reportMissingPrograms } from './programs.ts'
import { serveShared } from './shared/serve-shared.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of one run meet: their folder, and the socket where they ask for what they share. */
    run: { readonly folder: string; readonly socket: string }
  }
}

/** What a run of tests has of its own. PostgreSQL and the packed packages are made when a file asks for them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-test-'))
  await mkdir(join(folder, 'shared'))
  const socket = join(folder, 'socket')
  const shared = await serveShared(socket, join(folder, 'shared'))
  project.provide('run', { folder, socket })
  // An interrupted run does not come to its end.
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)
  return async () => {
    process.off('exit', removeFolder)
    await shared.close()
    reportMissingPrograms(folder)
    await rm(folder, { recursive: true, force: true })
  }
}
