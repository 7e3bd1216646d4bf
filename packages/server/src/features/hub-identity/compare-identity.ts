import type { Config } from '../../config/config.ts'
import type { ConfigProblem } from '../../config/problems.ts'
import type { Keys } from '../../platform/secrets/encryption.ts'
import { secretIdOf } from '../../platform/secrets/hub-secret.ts'

/** What a process was given, compared with what belongs to the database. Pure. */

export type Compared = Pick<Config, 'publicUrl' | 'settings' | 'dataDir' | 'hubCommand'>

const bringBack = (id: string, hubCommand: string): string =>
  `restore the secret ${id} in SPINDLE_SECRET or in the file hub-secret of the data directory; to replace it, set SPINDLE_SECRET_PREVIOUS to it and run: ${hubCommand} secret rotate; only if it is lost, run: ${hubCommand} secret replace --confirm`

/** `keys` is undefined where the process has no secret at all. */
export function findSecretProblem(
  secretId: string | null,
  keys: Keys | undefined,
  { dataDir, hubCommand }: Pick<Compared, 'dataDir' | 'hubCommand'>,
): ConfigProblem | undefined {
  if (!keys) {
    const whose = secretId === null ? 'this hub has a secret' : `this hub has the secret ${secretId}`
    return {
      key: 'SPINDLE_SECRET',
      problem: `${whose}, but SPINDLE_SECRET is not set and ${dataDir} has no file hub-secret`,
      fix: bringBack(secretId ?? 'of this hub', hubCommand),
    }
  }
  if (secretId === null || keys.some((key) => secretIdOf(key) === secretId)) return undefined
  return {
    key: 'SPINDLE_SECRET',
    problem: `the data of this hub is encrypted with the secret ${secretId}, but the configured secret is ${secretIdOf(keys[0])}`,
    fix: bringBack(secretId, hubCommand),
  }
}

/** The same for a database whose sealed values no given secret opens, where no id was noted yet. */
export const unopenedProblem = (
  unopened: readonly string[],
  { hubCommand }: Pick<Compared, 'hubCommand'>,
): ConfigProblem => ({
  key: 'SPINDLE_SECRET',
  problem: `data of this hub (${unopened.join(', ')}) is encrypted with another secret`,
  fix: bringBack('of this hub', hubCommand),
})

export function findUrlProblem(
  known: string | null,
  { publicUrl, settings, hubCommand }: Compared,
): ConfigProblem | undefined {
  if (known === null || known === publicUrl || isOfThisMachine(known)) return undefined
  const isSet = isUrlSet({ settings })
  return {
    key: 'SPINDLE_PUBLIC_URL',
    problem: `${isSet ? `is ${publicUrl}` : `is not set, which means ${publicUrl}`}, but clients reach this hub at ${known}`,
    fix: `set SPINDLE_PUBLIC_URL=${known}; if the hub has moved${isSet ? ',' : ', set SPINDLE_PUBLIC_URL to its new address and'} run: ${hubCommand} public-url change --confirm`,
  }
}

export const isUrlSet = ({ settings }: Pick<Compared, 'settings'>): boolean =>
  settings.some(({ key, isSet }) => key === 'SPINDLE_PUBLIC_URL' && isSet)

/** No other machine has such an address of the hub, so a new port or a first public address needs no consent. */
export function isOfThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
