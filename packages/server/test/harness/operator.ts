import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runCommand } from '../../src/cli/run.ts'
import type { Environment } from '../../src/config/reader.ts'
import { noteIdentity } from '../../src/features/hub-identity/identity-queries.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { secretIdOf } from '../../src/platform/secrets/hub-secret.ts'
import { atEnd } from './cleanup.ts'
import { databaseSettings } from './connect.ts'
import { createTestDatabase, type TestHub, usualSecret } from './hub.ts'

/** The operator's commands next to a running hub. */

export interface CommandResult {
  readonly code: number
  readonly out: string[]
  readonly err: string[]
}

/** Runs a command as an operator would and collects its output. */
export async function runOperatorCommand(
  args: readonly string[],
  environment: Environment,
  piped?: string,
): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand({
    args,
    environment: { SPINDLE_LOG_LEVEL: 'silent', ...environment },
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readInput: async () => piped,
  })
  return { code, out, err }
}

/** What a first start stores in a database, with the secret of a shell that has no other. */
export const beginHub = ({ database }: Pick<OpenDatabase, 'database'>): Promise<number> =>
  noteIdentity(database.system, { secretId: secretIdOf(Buffer.from(usualSecret)), publicUrl: null })

/** A shell with a separate migrated database, without a running hub. */
export async function openShell(): Promise<Environment> {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  await beginHub(opened)
  return shellOf({ opened, dataDir: await mkdtemp(join(inject('run').folder, 'shell-')) })
}

/**
 * Commands on the database and the storage of `hub`, from a shell without the rest of its environment: no tokens, no
 * outlets, no review.
 */
export const operatorOf =
  (hub: ShellPlace) =>
  (...args: string[]): Promise<CommandResult> =>
    runOperatorCommand(args, shellOf(hub))

type ShellPlace = Pick<TestHub, 'opened' | 'dataDir'> & Partial<Pick<TestHub, 'hub'>>

export const shellOf = ({ opened, dataDir, hub }: ShellPlace): Environment => ({
  ...databaseSettings(opened.connection),
  SPINDLE_DATA_DIR: dataDir,
  SPINDLE_SECRET: hub?.http.config.secret ?? usualSecret,
})
