import type { Reader } from './reader.ts'
import { readSecretOrFile } from './secret-or-file.ts'
import type { SettingKey } from './settings.ts'

/** Where raw plays are kept. */
export interface LedgerSettings {
  readonly plays: 'pg' | 'lake' | 'clickhouse'
  /** Exactly with `clickhouse`. */
  readonly clickHouse: ClickHouseSettings | undefined
}

export interface ClickHouseSettings {
  readonly url: string
  readonly user: string
  readonly password: string | undefined
  readonly database: string
}

const key = 'SPINDLE_CLICKHOUSE_URL'
const ofClickHouse = [
  key,
  'SPINDLE_CLICKHOUSE_DATABASE',
  'SPINDLE_CLICKHOUSE_USER',
  'SPINDLE_CLICKHOUSE_PASSWORD',
  'SPINDLE_CLICKHOUSE_PASSWORD_FILE',
] as const satisfies readonly SettingKey[]

export function readLedger(reader: Reader): LedgerSettings {
  const plays = reader.oneOf('SPINDLE_PLAYS', ['pg', 'lake', 'clickhouse'])
  if (plays === 'clickhouse') return { plays, clickHouse: readClickHouse(reader) }
  for (const unused of ofClickHouse.filter((one) => reader.text(one) !== undefined))
    reader.fail(unused, 'is set without SPINDLE_PLAYS=clickhouse', 'set SPINDLE_PLAYS=clickhouse too, or remove it')
  return { plays, clickHouse: undefined }
}

function readClickHouse(reader: Reader): ClickHouseSettings | undefined {
  const password = readSecretOrFile(reader, 'SPINDLE_CLICKHOUSE_PASSWORD', 'SPINDLE_CLICKHOUSE_PASSWORD_FILE')
  const url = reader.url(key)
  if (url === undefined) {
    if (reader.text(key) === undefined)
      reader.fail(
        key,
        'is required with SPINDLE_PLAYS=clickhouse',
        'set it to the HTTP interface of ClickHouse, such as http://clickhouse.example:8123',
      )
    return undefined
  }
  const database = reader.textOrDefault('SPINDLE_CLICKHOUSE_DATABASE')
  return { url, user: reader.textOrDefault('SPINDLE_CLICKHOUSE_USER'), password, database }
}
