import { readIssuerAddress } from './issuer-address.ts'
import type { Reader } from './reader.ts'
import { readSecretOrFile } from './secret-or-file.ts'
import type { SettingKey } from './settings.ts'

/** How people may sign in, and the outside OpenID provider that may say who they are. */

const ways = ['password', 'passkey', 'outside'] as const
/** One way of signing in. Links of the hub are none of them: they always work. */
export type WayIn = (typeof ways)[number]

export interface SignInSettings {
  /** Those that the operator did not switch off. */
  readonly ways: readonly WayIn[]
  readonly provider: ProviderSettings | undefined
}

export interface ProviderSettings {
  /** Without a slash at its end. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
  /** One of them must match; empty when everyone with an invitation may sign in. */
  readonly allow: readonly AllowRule[]
}

export type AllowRule =
  | { readonly kind: 'domain'; readonly domain: string }
  | { readonly kind: 'claim'; readonly claim: string; readonly value: string }

export function readSignIn(reader: Reader): SignInSettings {
  const key = 'SPINDLE_SIGNIN'
  const provider = readProvider(reader)
  const named = entriesOf(reader.textOrDefault(key))
  for (const name of named.filter((one) => !ways.some((way) => way === one)))
    reader.fail(key, `"${name}" is not a sign-in method`, `use one or more of ${ways.join(', ')}`)
  const chosen = ways.filter((way) => named.includes(way))
  if (named.length === 0) reader.fail(key, 'has no sign-in method', `use one or more of ${ways.join(', ')}`)
  const isNamed = reader.text(key) !== undefined && chosen.includes('outside')
  if (isNamed && reader.text('SPINDLE_SIGNIN_ISSUER') === undefined)
    reader.fail(
      key,
      'includes outside, but no external provider is configured',
      'set SPINDLE_SIGNIN_ISSUER, or remove outside',
    )
  return { ways: chosen.filter((way) => way !== 'outside' || provider !== undefined), provider }
}

/** What means nothing without an issuer. */
const ofProvider = [
  'SPINDLE_SIGNIN_CLIENT_ID',
  'SPINDLE_SIGNIN_CLIENT_SECRET',
  'SPINDLE_SIGNIN_CLIENT_SECRET_FILE',
  'SPINDLE_SIGNIN_NAME',
  'SPINDLE_SIGNIN_ALLOW',
] as const satisfies readonly SettingKey[]

function readProvider(reader: Reader): ProviderSettings | undefined {
  const key = 'SPINDLE_SIGNIN_ISSUER'
  if (reader.text(key) === undefined) {
    for (const other of ofProvider.filter((one) => reader.text(one) !== undefined))
      reader.fail(other, `is set without ${key}`, 'set the issuer too, or remove it')
    return undefined
  }
  const issuer = readIssuerAddress(reader, key, 'sign in as any user')
  const clientId = readClientId(reader)
  const clientSecret = readClientSecret(reader)
  const allow = readAllow(reader)
  const name = reader.pattern('SPINDLE_SIGNIN_NAME', /^[^\p{Cc}]{1,40}$/u, 'a name of at most 40 characters')
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname, allow }
}

function readClientId(reader: Reader): string | undefined {
  const key = 'SPINDLE_SIGNIN_CLIENT_ID'
  return (
    reader.text(key) ??
    reader.fail(
      key,
      'is required with SPINDLE_SIGNIN_ISSUER',
      'register the hub at the provider and set the client id from there',
    )
  )
}

function readClientSecret(reader: Reader): string | undefined {
  const key = 'SPINDLE_SIGNIN_CLIENT_SECRET'
  const fileKey = 'SPINDLE_SIGNIN_CLIENT_SECRET_FILE'
  if (reader.text(key) === undefined && reader.text(fileKey) === undefined)
    return reader.fail(
      key,
      'is required with SPINDLE_SIGNIN_ISSUER',
      `set the client secret from the provider, or ${fileKey}`,
    )
  return readSecretOrFile(reader, key, fileKey)
}

const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/

function readAllow(reader: Reader): AllowRule[] {
  const key = 'SPINDLE_SIGNIN_ALLOW'
  const rules: AllowRule[] = []
  for (const entry of entriesOf(reader.text(key) ?? '')) {
    const [, claim, value] = /^([^\s=]+)=(.+)$/.exec(entry) ?? []
    const domain = entry.toLowerCase()
    if (claim !== undefined && value !== undefined) rules.push({ kind: 'claim', claim, value })
    else if (domainPattern.test(domain)) rules.push({ kind: 'domain', domain })
    else
      reader.fail(
        key,
        `"${entry}" is neither an email domain nor claim=value`,
        'use for example label.example,groups=spindle',
      )
  }
  return rules
}

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
