import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runCommand } from '../../src/cli/run.ts'
import type { Environment } from '../../src/config/reader.ts'
import { atEnd } from './cleanup.ts'
import { databaseSettings } from './connect.ts'
import { createTestDatabase, type TestHub } from './hub.ts'

/** The operator's commands beside a running hub. */

export interface CommandResult {
  readonly code: number
  readonly out: string[]
  readonly err: string[]
}

/** Runs a command as an operator would and collects what it says. */
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

/** A shell on a migrated database of its own, beside which no hub runs. */
export async function openShell(): Promise<Environment> {
  const opened = await createTestDatabase()
  atEnd(() => opened.close())
  return shellOf({ opened, dataDir: await mkdtemp(join(inject('run').folder, 'shell-')) })
}

/**
 * Commands on the database and the storage of `hub`, from a shell that has nothing else of its environment: no tokens, no
 * outlets, no review.
 */
export const operatorOf =
  (hub: Pick<TestHub, 'opened' | 'dataDir'>) =>
  (...args: string[]): Promise<CommandResult> =>
    runOperatorCommand(args, shellOf(hub))

export const shellOf = ({ opened, dataDir }: Pick<TestHub, 'opened' | 'dataDir'>): Environment => ({
  ...databaseSettings(opened.connection),
  SPINDLE_DATA_DIR: dataDir,
  SPINDLE_SECRET: 's'.repeat(32),
})
