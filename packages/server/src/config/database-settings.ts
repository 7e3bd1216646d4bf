import type { Reader } from './reader.ts'

/** Which PostgreSQL, and what is required of it. */
export interface DatabaseSettings {
  readonly databaseUrl: string | undefined
  /** PostgreSQL itself, where `databaseUrl` may name a pooler. */
  readonly databaseDirectUrl: string | undefined
  /** A standby for what may be a minute old. */
  readonly databaseReadUrl: string | undefined
  readonly preparesStatements: boolean
  readonly durability: 'checked' | 'trusted'
  /** Nothing is acknowledged that no synchronous standby has. */
  readonly requiresSyncStandby: boolean
  readonly databasePool: number
}

export function readDatabase(reader: Reader): DatabaseSettings {
  const databaseUrl = reader.databaseUrl('DATABASE_URL')
  const readFurther = (key: 'SPINDLE_DATABASE_DIRECT_URL' | 'SPINDLE_DATABASE_READ_URL'): string | undefined => {
    const url = reader.databaseUrl(key)
    if (url !== undefined && databaseUrl === undefined)
      reader.fail(key, 'is set without DATABASE_URL', 'set DATABASE_URL too, or remove it')
    return url
  }
  return {
    databaseUrl,
    databaseDirectUrl: readFurther('SPINDLE_DATABASE_DIRECT_URL'),
    databaseReadUrl: readFurther('SPINDLE_DATABASE_READ_URL'),
    preparesStatements: reader.oneOf('SPINDLE_PREPARED_STATEMENTS', ['on', 'off']) === 'on',
    durability: reader.oneOf('SPINDLE_DATABASE_DURABILITY', ['checked', 'trusted']),
    requiresSyncStandby: readRequiresSyncStandby(reader, databaseUrl),
    databasePool: reader.integer('SPINDLE_DATABASE_POOL', 2, 1_000),
  }
}

function readRequiresSyncStandby(reader: Reader, databaseUrl: string | undefined): boolean {
  const key = 'SPINDLE_REQUIRE_SYNC_STANDBY'
  const isRequired = reader.oneOf(key, ['on', 'off']) === 'on'
  if (isRequired && databaseUrl === undefined)
    reader.fail(
      key,
      'is on without DATABASE_URL: the embedded database has no standby',
      'set DATABASE_URL too, or remove it',
    )
  return isRequired
}
