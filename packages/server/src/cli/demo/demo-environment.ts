import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../config/reader.ts'
import { openDataDirectory } from '../../platform/database/embedded/index.ts'

/** The environment of a demo hub: demo defaults below whatever is set, and a property whose token outlives restarts. */

export const demoProperty = 'demo-player'

export interface DemoEnvironment {
  readonly environment: Environment
  readonly integrationToken: string
}

export async function demoEnvironment(environment: Environment): Promise<DemoEnvironment> {
  const dataDir = environment.SPINDLE_DATA_DIR?.trim() || '.spindle-demo'
  const integrationToken = await loadToken(dataDir)
  const configured = environment.SPINDLE_INTEGRATION_TOKENS?.trim()
  const own = `${demoProperty}=${integrationToken}`
  return {
    integrationToken,
    environment: {
      SPINDLE_SANDBOX_OUTLET: 'on',
      SPINDLE_LOG_LEVEL: 'warn',
      // Nothing balances between demos.
      SPINDLE_DRAIN_SECONDS: '0',
      ...environment,
      SPINDLE_DATA_DIR: dataDir,
      SPINDLE_INTEGRATION_TOKENS: configured ? `${configured}\n${own}` : own,
    },
  }
}

async function loadToken(dataDir: string): Promise<string> {
  await openDataDirectory(dataDir)
  const path = join(dataDir, 'demo-integration-token')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const token = randomBytes(32).toString('base64url')
  await writeFile(path, `${token}\n`, { mode: 0o600 })
  return token
}
