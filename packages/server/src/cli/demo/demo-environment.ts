import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../../config/reader.ts'
import { openDataDirectory } from '../../platform/database/embedded/index.ts'
import { withCheckDigit } from './demo-release.ts'

/**
 * The environment of a demo hub: defaults for everything that is not set, identifiers to assign, and a property whose
 * token stays the same after a restart.
 */

export const demoProperty = 'demo-player'
const otherProperty = 'demo-radio'

export interface DemoEnvironment {
  readonly environment: Environment
  readonly integrationToken: string
}

export async function demoEnvironment(environment: Environment): Promise<DemoEnvironment> {
  const dataDir = environment.SPINDLE_DATA_DIR?.trim() || '.spindle-demo'
  const integrationToken = await loadToken(dataDir)
  const configured = environment.SPINDLE_INTEGRATION_TOKENS?.trim()
  // A second property, so that there is one to compare with. It reports no plays.
  const own = `${demoProperty}=${integrationToken}\n${otherProperty}=${await loadToken(dataDir, otherProperty)}`
  return {
    integrationToken,
    environment: {
      SPINDLE_SANDBOX_OUTLET: 'on',
      SPINDLE_LOG_LEVEL: 'warn',
      // Nothing balances between demos.
      SPINDLE_DRAIN_SECONDS: '0',
      // DDEX gives no identifiers of the year 2099.
      SPINDLE_DPID: 'PADPIDA2099123101D',
      SPINDLE_DPID_NAME: 'Spindle Demo',
      // People who try the console have no codes. These are from ranges that no store accepts.
      SPINDLE_ISRC_PREFIX: 'ZZSPD',
      SPINDLE_UPC_POOL_FILE: await writeUpcPool(dataDir),
      ...environment,
      SPINDLE_DATA_DIR: dataDir,
      SPINDLE_INTEGRATION_TOKENS: configured ? `${configured}\n${own}` : own,
    },
  }
}

async function writeUpcPool(dataDir: string): Promise<string> {
  const path = join(dataDir, 'demo-upc-pool')
  const codes = Array.from({ length: 1_000 }, (_, index) => withCheckDigit(`0201${String(index).padStart(8, '0')}`))
  await writeFile(path, `${codes.join('\n')}\n`)
  return path
}

async function loadToken(dataDir: string, property?: string): Promise<string> {
  await openDataDirectory(dataDir)
  const path = join(dataDir, property === undefined ? 'demo-integration-token' : `demo-integration-token-${property}`)
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const token = randomBytes(32).toString('base64url')
  await writeFile(path, `${token}\n`, { mode: 0o600 })
  return token
}
