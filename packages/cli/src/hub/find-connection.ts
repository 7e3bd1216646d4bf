import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from '@spindle/command-line'
import { decodeUnicode } from '@spindle/contract/text-files'
import { CredentialsError } from '../errors/command-error.ts'
import { addErrorPath, explainError } from '../errors/explain-error.ts'
import { findProfile, type Profile, type ProfileFile } from './profile-file.ts'
import { readWrittenSecret } from './written-secret.ts'

/** Which hub and which credentials a command uses: options win over the environment, the environment over the profile. */

/** The secrets and ids by which a hub identifies a person. */
export type CredentialName = 'apiKey' | 'clientId' | 'clientSecret' | 'integrationToken'

/** The values of the options of the command line; secrets are never among them. */
export interface ConnectionOptions {
  readonly hub?: string | undefined
  readonly profile?: string | undefined
  readonly keyFile?: string | undefined
  /** What a relative path of `keyFile` starts from. */
  readonly cwd: string
}

/** The hub a command talks to, and the credentials that may be sent to it. */
export interface Connection {
  readonly profile: string
  readonly baseUrl: string
  readonly credentials: Readonly<Partial<Record<CredentialName, string>>>
  /** Where each value comes from, for `spindle status`. */
  readonly sources: Readonly<Record<string, string>>
}

const variables = {
  baseUrl: 'SPINDLE_URL',
  apiKey: 'SPINDLE_API_KEY',
  clientId: 'SPINDLE_CLIENT_ID',
  clientSecret: 'SPINDLE_CLIENT_SECRET',
  integrationToken: 'SPINDLE_INTEGRATION_TOKEN',
} as const satisfies Record<keyof Profile, string>

interface Found {
  readonly value: string
  readonly source: string
}

/** Throws `UsageError` for an unknown profile or address, `CredentialsError` when no hub is named or a file has no key. */
export async function findConnection(
  profileFile: ProfileFile,
  environment: NodeJS.ProcessEnv,
  options: ConnectionOptions,
): Promise<Connection> {
  const known = await profileFile.read()
  const asked = options.profile ?? environment.SPINDLE_PROFILE
  const name = asked ?? known.current
  const profile = findProfile(known, name)
  if (asked !== undefined && profile === undefined)
    throw new UsageError(`Unknown profile "${asked}"`, `Create it with: spindle login --profile ${asked}`)
  const given: Readonly<Record<string, Found | undefined>> = {
    baseUrl: options.hub === undefined ? undefined : { value: options.hub, source: '--hub' },
    apiKey: options.keyFile === undefined ? undefined : await fromFile(options.cwd, options.keyFile),
  }
  const found = new Map<string, Found>()
  for (const [member, variable] of Object.entries(variables) as [keyof Profile, string][]) {
    const written = environment[variable]
    const fromEnvironment = written
      ? { value: readVariable(member, written), source: `environment (${variable})` }
      : undefined
    const stored = profile?.[member]
    const fromProfile = stored === undefined ? undefined : { value: stored, source: `profile ${name}` }
    const best = given[member] ?? fromEnvironment ?? fromProfile
    if (best) found.set(member, best)
  }
  return connectionOf(name, found, { profile: profile?.baseUrl, environment: environment[variables.baseUrl] })
}

/** Environment files for containers keep the quotes. The hub refuses a value that is not a secret, and says why. */
const readVariable = (member: keyof Profile, written: string): string =>
  member === 'baseUrl' ? written : (readWrittenSecret(written, variables[member]) ?? written)

/** The hub that each place with credentials names, if it names one. */
interface CredentialHubs {
  readonly profile: string | undefined
  readonly environment: string | undefined
}

function connectionOf(profile: string, found: Map<string, Found>, homes: CredentialHubs): Connection {
  const baseUrl = found.get('baseUrl')?.value
  if (baseUrl === undefined)
    throw new CredentialsError(
      'The address of the hub is missing',
      'Run `spindle login --hub https://hub.example`, or set SPINDLE_URL and SPINDLE_API_KEY.',
    )
  requireHubUrl(baseUrl)
  const credentials: Partial<Record<CredentialName, string>> = {}
  for (const [member, { value, source }] of found) {
    if (member !== 'baseUrl' && belongsToHub(baseUrl, source, homes)) credentials[member as CredentialName] = value
  }
  return {
    profile,
    baseUrl,
    credentials,
    // Only for secrets that are used: one that is not sent does not matter.
    sources: Object.fromEntries(
      [...found]
        .filter(([member]) => member === 'baseUrl' || member in credentials)
        .map(([member, { source }]) => [member, source]),
    ),
  }
}

/** Throws for anything but an address, such as one without its scheme. */
export function requireHubUrl(baseUrl: string): void {
  if (baseUrl.includes('@'))
    throw new UsageError('The address of the hub contains a credential', 'Use an address such as https://hub.example.')
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(
      `The address of the hub is "${baseUrl}"`,
      'Use the complete address, such as https://hub.example or http://localhost:4578.',
    )
}

/** A secret stored with the address of a hub belongs to that hub; another address must not get it. */
function belongsToHub(baseUrl: string, source: string, { profile, environment }: CredentialHubs): boolean {
  if (source.startsWith('profile')) return isSameHub(profile, baseUrl)
  return !source.startsWith('environment') || !environment || isSameHub(environment, baseUrl)
}

const isSameHub = (one: string | undefined, other: string): boolean =>
  one !== undefined && URL.canParse(one) && new URL(one).origin === new URL(other).origin

async function fromFile(cwd: string, path: string): Promise<Found> {
  return { value: await readSecretFile(cwd, path, 'key'), source: `--key-file ${path}` }
}

const variableOf = { key: variables.apiKey, token: variables.integrationToken } as const

/** The secret in a file, without what people write around it. */
export async function readSecretFile(cwd: string, path: string, what: 'key' | 'token'): Promise<string> {
  const value = readWrittenSecret(await readText(cwd, path, what), variableOf[what])
  if (value === undefined)
    throw new CredentialsError(
      `${path} does not contain a ${what}`,
      `The file must contain only the ${what}, on one line, or one line ${variableOf[what]}=<${what}>.`,
    )
  return value
}

async function readText(cwd: string, path: string, what: 'key' | 'token'): Promise<string> {
  try {
    // The shell of Windows writes UTF-16.
    return decodeUnicode(await readFile(resolve(cwd, path))) ?? ''
  } catch (error) {
    throw new CredentialsError(
      explainError(addErrorPath(error, path)).message,
      `Name a file that contains only the ${what}.`,
    )
  }
}
