import { resolve } from 'node:path'
import { findNearestName, freeableMembers } from '@spindle/contract'
import type { LogLevel } from '../platform/logging/log-events.ts'
import type { NamedTargets } from '../platform/outgoing/allowed-targets.ts'
import { mostApiProcesses } from '../platform/processes/plan-processes.ts'
import type { TracingTarget } from '../platform/tracing/tracing.ts'
import { readStorage, type StorageSettings } from './blob-storage.ts'
import { type CheckHookSettings, readCheckHook } from './check-hook.ts'
import { type DatabaseSettings, readDatabase } from './database-settings.ts'
import { type IntegrationToken, parseIntegrationTokens } from './integration-tokens.ts'
import { readIssuerAddress } from './issuer-address.ts'
import { type MailSettings, readMailing } from './mail.ts'
import { type PlaysExport, readPlaysExport } from './plays-export.ts'
import { type LedgerSettings, readLedger } from './plays-ledger.ts'
import { ConfigError } from './problems.ts'
import { type Environment, environmentReader, type Reader } from './reader.ts'
import { type Setting, type SettingKey, settings } from './settings.ts'
import { readSignIn, type SignInSettings } from './sign-in.ts'
import { readTracing } from './tracing.ts'
import { readTrustedProxies } from './trusted-proxies.ts'
import { readWebhookTargets } from './webhook-targets.ts'

/**
 * Environment -> one frozen object, every problem reported at once. What is absent is undefined, never an empty string.
 */

export interface RateLimits {
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly failedCredentialsPerMinute: number
}

export interface WebhooksFile {
  readonly path: string
  variable(name: string): string | undefined
}

export interface Config extends StorageSettings, DatabaseSettings, LedgerSettings {
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  /** Whether a start makes the bundle for the next one. */
  readonly bundle: 'auto' | 'off'
  /** How many processes answer requests. */
  readonly processes: number | 'auto'
  readonly dataDir: string
  readonly secret: string | undefined
  /** Accepted too, while the secret is replaced. */
  readonly previousSecret: string | undefined
  readonly integrationTokens: readonly IntegrationToken[]
  readonly integrationTokensFile: string | undefined
  readonly rateLimits: RateLimits | undefined
  /** Undefined where an address may hold any number. */
  readonly connectionsPerAddress: number | undefined
  readonly trustedProxies: NamedTargets['networks']
  /** How long a hub keeps serving after it was told to stop. */
  readonly drainSeconds: number
  readonly review: 'auto' | 'manual'
  /** Members of a reviewed release that may change without another review. */
  readonly reviewFreeMembers: readonly string[]
  readonly sandboxOutlet: boolean
  /** Undefined if no program of the operator checks releases. */
  readonly checkHook: CheckHookSettings | undefined
  readonly authIssuer: { readonly issuer: string; readonly audience: string; readonly accountClaim: string } | undefined
  /** How people sign in. */
  readonly signIn: SignInSettings
  /** How the hub sends mail; undefined where it sends none. */
  readonly mail: MailSettings | undefined
  /** When people get their daily notices: the hour in UTC. */
  readonly digestHour: number
  readonly maxUploadBytes: number
  readonly minUploadBytesPerSecond: number
  /** What each account may have. */
  readonly quotas: {
    readonly releases: number
    readonly documentBytes: number
    readonly openUploads: number
    readonly storedBytes: number
    readonly waitingAnalyses: number
  }
  readonly webhooksPerAccount: number
  /** Where the operator names webhooks of accounts, and the variables that hold their secrets. */
  readonly webhooksFile: WebhooksFile | undefined
  /** What webhooks may reach beside public addresses. */
  readonly webhookTargets: NamedTargets
  readonly diskReserveBytes: number
  /** Every stored upload is read back once in so many days; undefined where none is. */
  readonly scrubDays: number | undefined
  readonly corsOrigins: readonly string[]
  /** How far the tools at /mcp go; undefined where there is no /mcp. */
  readonly mcpGate: 'read' | 'draft' | 'submit' | undefined
  readonly legacySunset: string | undefined
  readonly isrcPrefix: string | undefined
  readonly upcPool: readonly string[]
  /** The sender of messages to stores; undefined without a DDEX party identifier. */
  readonly sender: { readonly dpid: string; readonly name: string } | undefined
  readonly contactEmail: string | undefined
  readonly serviceName: string
  readonly integrationName: string
  /** How long an address of audio or a cover is valid that a property gives to a browser. */
  readonly signedAddressSeconds: number
  /** Of compressed audio for sites, in kbit/s; undefined if none is made. */
  readonly renditionBitRate: number | undefined
  readonly playsPerMinute: number
  readonly playsRetentionDays: number
  readonly playsExport: PlaysExport
  readonly contactRetentionDays: number
  /** Deleted drafts can be restored for so many days. */
  readonly trashDays: number
  readonly metricsToken: string | undefined
  readonly metricsPort: number | undefined
  /** Where traces go; undefined where there are none. */
  readonly tracing: TracingTarget | undefined
  readonly logLevel: LogLevel | 'silent'
  /** What people type in front of a command of the hub, such as `npm run hub --`. */
  readonly hubCommand: string
  /** Every setting as a person may see it. */
  readonly settings: readonly ShownSetting[]
}

export interface ShownSetting {
  readonly key: string
  readonly help: string
  /** Null without a default, and for every secret. */
  readonly value: string | null
  /** In the environment; else it is the default. */
  readonly isSet: boolean
  readonly isSecret: boolean
}

/** Settings of the SDK and `spindle`: a hub starts even when the shell has them. */
const clientVariables: ReadonlySet<string> = new Set([
  'SPINDLE_URL',
  'SPINDLE_API_KEY',
  'SPINDLE_CLIENT_ID',
  'SPINDLE_CLIENT_SECRET',
  'SPINDLE_INTEGRATION_TOKEN',
  'SPINDLE_PROFILE',
  'SPINDLE_CONFIG',
])

/** Also where nothing else of the settings is read. */
export const hubCommandOf = (environment: Environment): string =>
  environmentReader(environment).textOrDefault('SPINDLE_HUB_COMMAND')

/** Throws ConfigError with every problem found. */
export function readConfig(environment: Environment): Config {
  const reader = environmentReader(environment)
  const config = { ...assemble(reader), settings: settings.map((setting) => showSetting(setting, reader)) }
  const unknown = Object.keys(environment).filter(
    (key) =>
      key.startsWith('SPINDLE_') && !clientVariables.has(key) && !settings.some((setting) => setting.key === key),
  )
  for (const key of unknown) {
    const meant = findNearestName(
      key,
      settings.map((setting) => setting.key),
    )
    const fix = meant === undefined ? 'remove it;' : `did you mean ${meant}?`
    reader.fail(key, 'is not a setting of the hub', `${fix} .env.example has the names`)
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return Object.freeze(config)
}

function showSetting(setting: Setting & { readonly key: SettingKey }, reader: Reader): ShownSetting {
  const { key, help } = setting
  const isSecret = setting.secret === true
  const isSet = reader.text(key) !== undefined
  return { key, help, value: isSecret ? null : reader.textOrDefault(key) || null, isSet, isSecret }
}

function assemble(reader: Reader): Omit<Config, 'settings'> {
  const port = reader.integer('SPINDLE_PORT', 0, 65_535)
  const publicUrl = reader.url('SPINDLE_PUBLIC_URL') ?? `http://localhost:${port}`
  const database = readDatabase(reader)
  const secret = reader.secret('SPINDLE_SECRET', 32)
  const previousSecret = readPreviousSecret(reader, secret)
  const maxUploadBytes = reader.bytes('SPINDLE_MAX_UPLOAD_BYTES', 1, 1024 ** 4)
  const dataDir = resolve(reader.text('SPINDLE_DATA_DIR') ?? '.spindle')
  const ledger = readLedger(reader)
  if (database.databaseUrl !== undefined && secret === undefined) {
    reader.fail(
      'SPINDLE_SECRET',
      'is required with DATABASE_URL, because every node needs the same secret',
      'set it to at least 32 random characters, e.g. from: openssl rand -base64 32',
    )
  }
  return {
    publicUrl,
    host: reader.text('SPINDLE_HOST') ?? '127.0.0.1',
    port,
    bundle: reader.oneOf('SPINDLE_BUNDLE', ['auto', 'off']),
    processes: readProcesses(reader),
    dataDir,
    ...readStorage(reader, { dataDir, maxUploadBytes }),
    ...database,
    secret,
    previousSecret,
    ...readTokens(reader),
    rateLimits: readRateLimits(reader),
    connectionsPerAddress:
      reader.text('SPINDLE_CONNECTIONS_PER_ADDRESS') === 'off'
        ? undefined
        : reader.integer('SPINDLE_CONNECTIONS_PER_ADDRESS', 1, 10_000),
    trustedProxies: readTrustedProxies(reader),
    drainSeconds: reader.integer('SPINDLE_DRAIN_SECONDS', 0, 300),
    review: reader.oneOf('SPINDLE_REVIEW', ['auto', 'manual']),
    reviewFreeMembers: readFreeMembers(reader),
    sandboxOutlet: reader.oneOf('SPINDLE_SANDBOX_OUTLET', ['on', 'off']) === 'on',
    checkHook: readCheckHook(reader),
    authIssuer: readAuthIssuer(reader, publicUrl),
    signIn: readSignIn(reader),
    ...readMailing(reader),
    maxUploadBytes,
    minUploadBytesPerSecond: reader.bytes('SPINDLE_MIN_UPLOAD_BYTES_PER_SECOND', 0, 1024 ** 3),
    quotas: {
      releases: reader.integer('SPINDLE_QUOTA_RELEASES', 1, 1_000_000_000),
      documentBytes: reader.bytes('SPINDLE_QUOTA_DOCUMENT_BYTES', 1, Number.MAX_SAFE_INTEGER),
      openUploads: reader.integer('SPINDLE_QUOTA_OPEN_UPLOADS', 1, 1_000_000_000),
      storedBytes: reader.bytes('SPINDLE_QUOTA_STORED_BYTES', 1, Number.MAX_SAFE_INTEGER),
      waitingAnalyses: reader.integer('SPINDLE_QUOTA_WAITING_ANALYSES', 1, 1_000_000_000),
    },
    ...readWebhooks(reader),
    diskReserveBytes: reader.bytes('SPINDLE_DISK_RESERVE_BYTES', 0, Number.MAX_SAFE_INTEGER),
    scrubDays: reader.text('SPINDLE_SCRUB_DAYS') === 'off' ? undefined : reader.integer('SPINDLE_SCRUB_DAYS', 1, 3_650),
    corsOrigins: readOrigins(reader),
    mcpGate: readMcpGate(reader),
    legacySunset: reader.date('SPINDLE_LEGACY_SUNSET'),
    isrcPrefix: reader.pattern(
      'SPINDLE_ISRC_PREFIX',
      /^[A-Z]{2}[A-Z0-9]{3}$/,
      'five characters: a country code and a registrant code',
    ),
    upcPool: readUpcPool(reader),
    sender: readSender(reader),
    contactEmail: reader.pattern('SPINDLE_CONTACT_EMAIL', /^[^\s@]+@[^\s@]+$/, 'an email address'),
    serviceName: reader.text('SPINDLE_SERVICE_NAME') ?? 'spindle',
    integrationName: reader.text('SPINDLE_INTEGRATION_NAME') ?? 'distribution',
    signedAddressSeconds: reader.integer('SPINDLE_SIGNED_ADDRESS_SECONDS', 60, 86_400),
    renditionBitRate: readRenditionBitRate(reader),
    playsPerMinute: reader.integer('SPINDLE_PLAYS_PER_MINUTE', 100, 1_000_000_000),
    trashDays: reader.integer('SPINDLE_TRASH_DAYS', 1, 3_650),
    contactRetentionDays: reader.integer('SPINDLE_CONTACT_RETENTION_DAYS', 1, 3_650),
    ...ledger,
    playsRetentionDays: reader.integer('SPINDLE_PLAYS_RETENTION_DAYS', 1, 3_650),
    playsExport: readPlaysExport(reader, ledger.plays),
    metricsToken: reader.secret('SPINDLE_METRICS_TOKEN', 16),
    metricsPort: readMetricsPort(reader, port),
    tracing: readTracing(reader),
    logLevel: reader.oneOf('SPINDLE_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
    hubCommand: reader.textOrDefault('SPINDLE_HUB_COMMAND'),
  }
}

function readPreviousSecret(reader: Reader, secret: string | undefined): string | undefined {
  const key = 'SPINDLE_SECRET_PREVIOUS'
  const previous = reader.secret(key, 32)
  if (previous === undefined) return undefined
  if (secret === undefined)
    reader.fail(key, 'is set without SPINDLE_SECRET', 'set SPINDLE_SECRET to the new secret, or remove it')
  if (previous === secret) reader.fail(key, 'is the same as SPINDLE_SECRET', 'remove it')
  return previous
}

function readSender(reader: Reader): Config['sender'] {
  const dpid = reader.pattern(
    'SPINDLE_DPID',
    /^PADPIDA[0-9]{10}[A-Z0-9]$/,
    'a party identifier such as PADPIDA2014120301U',
  )
  return dpid === undefined ? undefined : { dpid, name: reader.textOrDefault('SPINDLE_DPID_NAME') }
}

function readFreeMembers(reader: Reader): readonly string[] {
  const key = 'SPINDLE_REVIEW_FREE_MEMBERS'
  const names = reader
    .textOrDefault(key)
    .split(',')
    .map((name) => name.trim())
  const given = names.filter((name) => name !== '')
  for (const name of given.filter((candidate) => !freeableMembers.includes(candidate)))
    reader.fail(
      key,
      `"${name}" cannot be changed without review`,
      `remove it, or use one of ${freeableMembers.join(', ')}`,
    )
  return given
}

function readTokens(reader: Reader): Pick<Config, 'integrationTokens' | 'integrationTokensFile'> {
  const key = 'SPINDLE_INTEGRATION_TOKENS'
  const file = reader.text('SPINDLE_INTEGRATION_TOKENS_FILE')
  if (file !== undefined && reader.text(key) !== undefined)
    reader.fail(key, 'is set together with SPINDLE_INTEGRATION_TOKENS_FILE', 'set only one of them')
  const text = file === undefined ? reader.text(key) : reader.file('SPINDLE_INTEGRATION_TOKENS_FILE', file)
  const { tokens, problems } = parseIntegrationTokens(
    file === undefined ? key : 'SPINDLE_INTEGRATION_TOKENS_FILE',
    text ?? '',
  )
  reader.problems.push(...problems)
  return { integrationTokens: tokens, integrationTokensFile: file === undefined ? undefined : resolve(file) }
}

/** What MP3 has (MPEG-1 Layer III); less sounds bad. */
const renditionBitRates = ['128', '160', '192', '224', '256', '320'] as const

function readRenditionBitRate(reader: Reader): number | undefined {
  const bitRate = Number(reader.oneOf('SPINDLE_RENDITION_BIT_RATE', renditionBitRates))
  return reader.oneOf('SPINDLE_RENDITIONS', ['on', 'off']) === 'on' ? bitRate : undefined
}

function readRateLimits(reader: Reader): RateLimits | undefined {
  const text = reader.text('SPINDLE_RATE_LIMIT') ?? '600/120/300'
  if (text === 'off') return undefined
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(text)
  if (!match) {
    reader.fail('SPINDLE_RATE_LIMIT', `"${text}" is not a limit`, 'use off, or READS/WRITES/FAILED such as 600/120/300')
    return undefined
  }
  return {
    readsPerMinute: Number(match[1]),
    writesPerMinute: Number(match[2]),
    failedCredentialsPerMinute: Number(match[3]),
  }
}

function readAuthIssuer(reader: Reader, publicUrl: string): Config['authIssuer'] {
  const issuer = readIssuerAddress(reader, 'SPINDLE_AUTH_ISSUER', 'sign tokens')
  const audience = reader.text('SPINDLE_AUTH_AUDIENCE')
  if (issuer === undefined) {
    if (audience !== undefined && reader.text('SPINDLE_AUTH_ISSUER') === undefined)
      reader.fail('SPINDLE_AUTH_AUDIENCE', 'is set without SPINDLE_AUTH_ISSUER', 'set the issuer too, or remove it')
    return undefined
  }
  return {
    issuer,
    audience: audience ?? publicUrl,
    accountClaim: reader.text('SPINDLE_AUTH_ACCOUNT_CLAIM') ?? 'account_id',
  }
}

const readProcesses = (reader: Reader): Config['processes'] =>
  reader.textOrDefault('SPINDLE_PROCESSES') === 'auto'
    ? 'auto'
    : reader.integer('SPINDLE_PROCESSES', 1, mostApiProcesses)

function readMetricsPort(reader: Reader, port: number): number | undefined {
  const key = 'SPINDLE_METRICS_PORT'
  if (reader.text(key) === undefined) return undefined
  const metricsPort = reader.integer(key, 0, 65_535)
  if (metricsPort === port && port !== 0)
    reader.fail(key, `${port} is the port of the hub itself`, 'use another port, or use SPINDLE_METRICS_TOKEN')
  return metricsPort
}

function readOrigins(reader: Reader): string[] {
  const origins = (reader.text('SPINDLE_CORS_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      reader.fail('SPINDLE_CORS_ORIGINS', `"${origin}" is not an origin`, 'use scheme://host[:port] without a path')
  }
  return origins
}

function readMcpGate(reader: Reader): Config['mcpGate'] {
  const gate = reader.oneOf('SPINDLE_MCP_GATE', ['off', 'read', 'draft', 'submit'])
  return gate === 'off' ? undefined : gate
}

function readWebhooks(reader: Reader): Pick<Config, 'webhooksPerAccount' | 'webhooksFile' | 'webhookTargets'> {
  const file = reader.text('SPINDLE_WEBHOOKS_FILE')
  return {
    webhooksPerAccount: reader.integer('SPINDLE_QUOTA_WEBHOOKS', 1, 10_000),
    webhooksFile: file === undefined ? undefined : { path: resolve(file), variable: reader.variable },
    webhookTargets: readWebhookTargets(reader),
  }
}

function readUpcPool(reader: Reader): string[] {
  const file = reader.text('SPINDLE_UPC_POOL_FILE')
  if (file === undefined) return []
  const codes = (reader.file('SPINDLE_UPC_POOL_FILE', file) ?? '').split(/\s+/).filter(Boolean)
  const bad = codes.find((code) => !/^\d{12,14}$/.test(code))
  if (bad !== undefined)
    reader.fail('SPINDLE_UPC_POOL_FILE', `"${bad}" is not a UPC or EAN`, 'write one code of 12 to 14 digits per line')
  return codes
}
