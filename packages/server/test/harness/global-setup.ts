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
    /** What the files of one run share: their folder, and the socket for requesting shared resources. */
    run: { readonly folder: string; readonly socket: string }
  }
}

/** The resources of a test run. PostgreSQL and the packed packages are created when a file requests them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-test-'))
  // Programs that run as other users have their files in it.
  await chmod(folder, 0o711)
  await mkdir(join(folder, 'shared'))
  // For this process; each worker has a separate one (temporary-files.ts).
  process.env.TMPDIR = join(folder, 't0')
  await mkdir(process.env.TMPDIR)
  const socket = join(folder, 'socket')
  const shared = await serveShared(socket, join(folder, 'shared'))
  project.provide('run', { folder, socket })
  // An interrupted run does not reach its end, and its programs would write into the folder again.
  process.once('exit', () => {
    endProgramsOf(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return async () => {
    await shared.close()
    reportMissingPrograms(folder)
  }
}
