import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { reportMissingPrograms } from './programs.ts'
import { endProgramsOf } from './shared/end-programs.ts'
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
  // Programs that run as other users have their files below.
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'shared'))
  // Of this process; each worker has one of its own (temporary-files.ts).
  process.env.TMPDIR = join(folder, 't0')
  await mkdir(process.env.TMPDIR)
  const socket = join(folder, 'socket')
  const shared = await serveShared(socket, join(folder, 'shared'))
  project.provide('run', { folder, socket })
  // An interrupted run does not come to its end, and its programs would write into the folder again.
  process.once('exit', () => {
    endProgramsOf(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return async () => {
    await shared.close()
    reportMissingPrograms(folder)
  }
}
