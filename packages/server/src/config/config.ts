import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { LogLevel } from '../platform/log.ts'
import { nearestOf } from '../platform/nearest.ts'
import { type IntegrationToken, parseIntegrationTokens } from './integration-tokens.ts'
import { ConfigError, type ConfigProblem } from './problems.ts'
import { type SettingKey, settings } from './settings.ts'

/** Environment -> one frozen object, every problem reported at once. What is absent is undefined, never an empty string. */

export interface RateLimits {
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly failedCredentialsPerMinute: number
}

export interface Config {
  readonly publicUrl: string
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databasePool: number
  readonly secret: string | undefined
  readonly integrationTokens: readonly IntegrationToken[]
  readonly integrationTokensFile: string | undefined
  readonly rateLimits: RateLimits | undefined
  readonly review: 'auto' | 'manual'
  readonly sandboxOutlet: boolean
  readonly authIssuer: { readonly issuer: string; readonly audience: string; readonly accountClaim: string } | undefined
  readonly maxUploadBytes: number
  readonly minUploadBytesPerSecond: number
  readonly corsOrigins: readonly string[]
  readonly legacySunset: string | undefined
  readonly isrcPrefix: string | undefined
  readonly upcPool: readonly string[]
  readonly contactEmail: string | undefined
  readonly serviceName: string
  readonly integrationName: string
  readonly playsRetentionDays: number
  readonly metricsToken: string | undefined
  readonly metricsPort: number | undefined
  readonly logLevel: LogLevel | 'silent'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Throws ConfigError with every problem found. */
export function readConfig(environment: Environment): Config {
  const reader = createReader(environment)
  const config = assemble(reader)
  const unknown = Object.keys(environment).filter(
    (key) => key.startsWith('SPINDLE_') && !settings.some((setting) => setting.key === key),
  )
  for (const key of unknown) {
    const meant = nearestOf(
      key,
      settings.map((setting) => setting.key),
    )
    const fix = meant === undefined ? 'remove it' : `write ${meant} if that is what you meant`
    reader.fail(key, 'is not a setting of the hub', `${fix}; .env.example has the names`)
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return Object.freeze(config)
}

function assemble(reader: Reader): Config {
  const port = reader.integer('SPINDLE_PORT', 0, 65_535)
  const publicUrl = reader.url('SPINDLE_PUBLIC_URL') ?? `http://localhost:${port}`
  const databaseUrl = reader.databaseUrl('DATABASE_URL')
  const secret = reader.secret('SPINDLE_SECRET', 32)
  if (databaseUrl !== undefined && secret === undefined) {
    reader.fail(
      'SPINDLE_SECRET',
      'is required when DATABASE_URL is set, because every node needs the same',
      'set it to at least 32 random characters, e.g. from: openssl rand -base64 32',
    )
  }
  return {
    publicUrl,
    host: reader.text('SPINDLE_HOST') ?? '127.0.0.1',
    port,
    dataDir: resolve(reader.text('SPINDLE_DATA_DIR') ?? '.spindle'),
    databaseUrl,
    databasePool: reader.integer('SPINDLE_DATABASE_POOL', 2, 1_000),
    secret,
    ...readTokens(reader),
    rateLimits: readRateLimits(reader),
    review: reader.oneOf('SPINDLE_REVIEW', ['auto', 'manual']),
    sandboxOutlet: reader.oneOf('SPINDLE_SANDBOX_OUTLET', ['on', 'off']) === 'on',
    authIssuer: readAuthIssuer(reader, publicUrl),
    maxUploadBytes: reader.integer('SPINDLE_MAX_UPLOAD_BYTES', 1, 1024 ** 4),
    minUploadBytesPerSecond: reader.integer('SPINDLE_MIN_UPLOAD_BYTES_PER_SECOND', 0, 1024 ** 3),
    corsOrigins: readOrigins(reader),
    legacySunset: reader.date('SPINDLE_LEGACY_SUNSET'),
    isrcPrefix: reader.pattern(
      'SPINDLE_ISRC_PREFIX',
      /^[A-Z]{2}[A-Z0-9]{3}$/,
      'five characters: a country code and a registrant code',
    ),
    upcPool: readUpcPool(reader),
    contactEmail: reader.pattern('SPINDLE_CONTACT_EMAIL', /^[^\s@]+@[^\s@]+$/, 'a mail address'),
    serviceName: reader.text('SPINDLE_SERVICE_NAME') ?? 'spindle',
    integrationName: reader.text('SPINDLE_INTEGRATION_NAME') ?? 'distribution',
    playsRetentionDays: reader.integer('SPINDLE_PLAYS_RETENTION_DAYS', 1, 3_650),
    metricsToken: reader.secret('SPINDLE_METRICS_TOKEN', 16),
    metricsPort:
      reader.text('SPINDLE_METRICS_PORT') === undefined ? undefined : reader.integer('SPINDLE_METRICS_PORT', 0, 65_535),
    logLevel: reader.oneOf('SPINDLE_LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']),
  }
}

function readTokens(reader: Reader): Pick<Config, 'integrationTokens' | 'integrationTokensFile'> {
  const key = 'SPINDLE_INTEGRATION_TOKENS'
  const file = reader.text('SPINDLE_INTEGRATION_TOKENS_FILE')
  if (file !== undefined && reader.text(key) !== undefined)
    reader.fail(key, 'is set beside SPINDLE_INTEGRATION_TOKENS_FILE', 'keep one of the two')
  const text = file === undefined ? reader.text(key) : reader.file('SPINDLE_INTEGRATION_TOKENS_FILE', file)
  const { tokens, problems } = parseIntegrationTokens(
    file === undefined ? key : 'SPINDLE_INTEGRATION_TOKENS_FILE',
    text ?? '',
  )
  reader.problems.push(...problems)
  return { integrationTokens: tokens, integrationTokensFile: file === undefined ? undefined : resolve(file) }
}

function readRateLimits(reader: Reader): RateLimits | undefined {
  const text = reader.text('SPINDLE_RATE_LIMIT') ?? '600/120/300'
  if (text === 'off') return undefined
  const match = /^([1-9]\d{0,6})\/([1-9]\d{0,6})\/([1-9]\d{0,6})$/.exec(text)
  if (!match) {
    reader.fail(
      'SPINDLE_RATE_LIMIT',
      `"${text}" is not a limit`,
      'write off, or READS/WRITES/FAILED such as 600/120/300',
    )
    return undefined
  }
  return {
    readsPerMinute: Number(match[1]),
    writesPerMinute: Number(match[2]),
    failedCredentialsPerMinute: Number(match[3]),
  }
}

function readAuthIssuer(reader: Reader, publicUrl: string): Config['authIssuer'] {
  const issuer = reader.url('SPINDLE_AUTH_ISSUER')
  const audience = reader.text('SPINDLE_AUTH_AUDIENCE')
  if (issuer === undefined) {
    if (audience !== undefined)
      reader.fail('SPINDLE_AUTH_AUDIENCE', 'is set without SPINDLE_AUTH_ISSUER', 'set the issuer too, or remove it')
    return undefined
  }
  return {
    issuer,
    audience: audience ?? publicUrl,
    accountClaim: reader.text('SPINDLE_AUTH_ACCOUNT_CLAIM') ?? 'account_id',
  }
}

function readOrigins(reader: Reader): string[] {
  const origins = (reader.text('SPINDLE_CORS_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean)
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      reader.fail('SPINDLE_CORS_ORIGINS', `"${origin}" is not an origin`, 'write scheme://host[:port] without a path')
  }
  return origins
}

function readUpcPool(reader: Reader): string[] {
  const file = reader.text('SPINDLE_UPC_POOL_FILE')
  if (file === undefined) return []
  const codes = (reader.file('SPINDLE_UPC_POOL_FILE', file) ?? '').split(/\s+/).filter(Boolean)
  const bad = codes.find((code) => !/^\d{12,14}$/.test(code))
  if (bad !== undefined)
    reader.fail('SPINDLE_UPC_POOL_FILE', `"${bad}" is not a UPC or EAN`, 'write one code of 12 to 14 digits a line')
  return codes
}

type Reader = ReturnType<typeof createReader>

function createReader(environment: Environment) {
  const problems: ConfigProblem[] = []
  const fail = (key: string, problem: string, fix: string): undefined => {
    problems.push({ key, problem, fix })
  }
  const defaultOf = (key: SettingKey): string | undefined => {
    const setting = settings.find((candidate) => candidate.key === key)
    return setting && 'default' in setting ? setting.default : undefined
  }
  /** An empty value is an absent one. */
  const text = (key: SettingKey): string | undefined => environment[key]?.trim() || undefined
  const withDefault = (key: SettingKey): string => text(key) ?? defaultOf(key) ?? ''
  return {
    problems,
    fail,
    text,
    integer(key: SettingKey, min: number, max: number): number {
      const value = withDefault(key)
      const number = Number(value)
      if (!/^\d+$/.test(value) || number < min || number > max)
        fail(key, `"${value}" is not a whole number from ${min} to ${max}`, `set a number from ${min} to ${max}`)
      return number
    },
    oneOf<const T extends string>(key: SettingKey, allowed: readonly T[]): T {
      const value = withDefault(key)
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined)
        fail(key, `"${value}" is not one of ${allowed.join(', ')}`, `set one of ${allowed.join(', ')}`)
      return found ?? (allowed[0] as T)
    },
    pattern(key: SettingKey, pattern: RegExp, what: string): string | undefined {
      const value = text(key)
      return value === undefined || pattern.test(value) ? value : fail(key, `"${value}" is not ${what}`, `set ${what}`)
    },
    secret(key: SettingKey, minLength: number): string | undefined {
      const value = text(key)
      return value === undefined || value.length >= minLength
        ? value
        : fail(key, `has ${value.length} characters`, `set at least ${minLength} random characters`)
    },
    date(key: SettingKey): string | undefined {
      const value = text(key)
      if (value === undefined) return undefined
      const isDate =
        /^\d{4}-\d\d-\d\d$/.test(value) &&
        !Number.isNaN(Date.parse(value)) &&
        new Date(value).toISOString().startsWith(value)
      return isDate ? value : fail(key, `"${value}" is not a date`, 'write YYYY-MM-DD')
    },
    url(key: SettingKey): string | undefined {
      const value = text(key)
      if (value === undefined) return undefined
      const url = URL.canParse(value) ? new URL(value) : undefined
      if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
        return fail(
          key,
          `"${value}" is not an http or https URL without query and fragment`,
          'write for example https://hub.example',
        )
      return value.replace(/\/+$/, '')
    },
    databaseUrl(key: SettingKey): string | undefined {
      const value = text(key)
      if (value === undefined) return undefined
      // The value holds a password, so it is not repeated.
      return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
        ? value
        : fail(
            key,
            'is not a postgres:// URL',
            'write postgres://USER:PASSWORD@HOST:5432/DATABASE, with @ : / # in the password as %40 %3A %2F %23',
          )
    },
    file(key: SettingKey, path: string): string | undefined {
      try {
        return readFileSync(path, 'utf8')
      } catch (error) {
        return fail(
          key,
          `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
          'name a file the hub may read',
        )
      }
    },
  }
}
