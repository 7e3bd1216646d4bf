import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../src/config/reader.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { databaseSettings } from '../harness/connect.ts'
import { createEmptyDatabase, startTestHub, type TestHub, type TestHubOptions } from '../harness/hub.ts'
import { type CommandResult, runOperatorCommand } from '../harness/operator.ts'

/** Backups by the operator's commands, and hubs restored from them next to the first one. */

export const secret = 's'.repeat(32)
export const integrationToken = 'a'.repeat(32)
const environment = {
  SPINDLE_SECRET: secret,
  SPINDLE_INTEGRATION_TOKENS: `site-a=${integrationToken}`,
  SPINDLE_SANDBOX_OUTLET: 'on',
}

export const startFirstHub = (more: Environment = {}): Promise<TestHub> =>
  startTestHub({ role: 'api', environment: { ...environment, ...more } })

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-backups-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export interface EmptyPlace {
  readonly opened: OpenDatabase
  readonly dataDir: string
  readonly storage: Environment
  restore(from: string, ...options: string[]): Promise<CommandResult>
  /** Any other command there. */
  operator(...args: string[]): Promise<CommandResult>
}

/** An empty database and an empty folder, or the storage in `storage`. */
export async function openEmptyPlace(storage: Environment = {}): Promise<EmptyPlace> {
  const opened = await createEmptyDatabase()
  const dataDir = await newFolder()
  return {
    opened,
    dataDir,
    storage,
    restore: (from, ...options) =>
      runOperatorCommand(['backup', 'restore', '--from', from, '--to', dataDir, ...options], {
        ...databaseSettings(opened.connection),
        SPINDLE_SECRET: secret,
        ...storage,
      }),
    operator: (...args) =>
      runOperatorCommand(args, {
        ...databaseSettings(opened.connection),
        SPINDLE_DATA_DIR: dataDir,
        SPINDLE_SECRET: secret,
        ...storage,
      }),
  }
}

/** A hub with the restored data; it closes the database. */
export const startOn = ({ opened, dataDir, storage }: EmptyPlace, more: TestHubOptions = {}): Promise<TestHub> =>
  startTestHub({
    role: more.role ?? 'api',
    environment: { ...environment, SPINDLE_DATA_DIR: dataDir, ...storage, ...more.environment },
    overrides: { ...more.overrides, openDatabase: opened },
  })
