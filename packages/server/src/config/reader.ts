import { readFileSync } from 'node:fs'
import { findNearestName, isCalendarDate } from '@spindle/contract'
import type { ConfigProblem } from './problems.ts'
import { type SettingKey, settings } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings by kind; collects every problem and keeps reading. */
export type Reader = ReturnType<typeof environmentReader>

export function environmentReader(environment: Environment) {
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
  const values = { text, withDefault, fail }
  return {
    problems,
    fail,
    /** A variable that is not a setting of the hub, but is named by one. */
    variable: (name: string): string | undefined => environment[name]?.trim() || undefined,
    text,
    textOrDefault: withDefault,
    ...choiceReaders(values),
    ...wordReaders(values),
    ...addressReaders(values),
    file(key: SettingKey, path: string): string | undefined {
      try {
        return readFileSync(path, 'utf8')
      } catch (error) {
        return fail(
          key,
          `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
          'use a file that the hub can read',
        )
      }
    },
  }
}

interface Values {
  readonly text: (key: SettingKey) => string | undefined
  readonly withDefault: (key: SettingKey) => string
  readonly fail: (key: string, problem: string, fix: string) => undefined
}

/** Settings that always have a value, the default if no other. */
function choiceReaders({ withDefault, fail }: Pick<Values, 'withDefault' | 'fail'>) {
  return {
    integer(key: SettingKey, min: number, max: number): number {
      const value = withDefault(key)
      const number = Number(value)
      if (!/^\d+$/.test(value) || number < min || number > max)
        fail(key, `"${value}" is not a whole number from ${min} to ${max}`, `set a number from ${min} to ${max}`)
      return number
    },
    /** A whole number of bytes, or one with a unit: 2GB, 512 MiB, 1.5 TB. */
    bytes(key: SettingKey, min: number, max: number): number {
      const value = withDefault(key)
      const bytes = parseBytes(value)
      if (bytes === undefined || bytes < min || bytes > max)
        fail(
          key,
          `"${value}" is not a number of bytes from ${min} to ${max}`,
          'set a whole number, or one with a unit such as 500MB, 2GB or 1TiB',
        )
      return bytes ?? min
    },
    oneOf<const T extends string>(key: SettingKey, allowed: readonly T[]): T {
      const value = withDefault(key)
      const found = allowed.find((candidate) => candidate === value)
      if (found === undefined) fail(key, `"${value}" is not one of ${allowed.join(', ')}`, chooseOf(value, allowed))
      return found ?? (allowed[0] as T)
    },
  }
}

function chooseOf(value: string, allowed: readonly string[]): string {
  const near = findNearestName(value, allowed)
  return near === undefined ? `set one of ${allowed.join(', ')}` : `did you mean ${near}?`
}

const unitExponents: Readonly<Record<string, number>> = { k: 1, m: 2, g: 3, t: 4 }

/** Undefined if the text is not a number of bytes. kB, MB, GB, TB are powers of 1000; KiB, MiB, GiB, TiB of 1024. */
function parseBytes(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])(i?))?b?$/i.exec(text)
  if (!found) return undefined
  const [, number = '', unit = '', binary = ''] = found
  const bytes = Number(number) * (binary === '' ? 1000 : 1024) ** (unitExponents[unit.toLowerCase()] ?? 0)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** Settings that may be absent and are written in one form. */
function wordReaders({ text, fail }: Pick<Values, 'text' | 'fail'>) {
  return {
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
      return value === undefined || isCalendarDate(value)
        ? value
        : fail(key, `"${value}" is not a date`, 'use YYYY-MM-DD')
    },
  }
}

/** Settings that say where something else is. */
function addressReaders({ text, fail }: Pick<Values, 'text' | 'fail'>) {
  return {
    url(key: SettingKey): string | undefined {
      const value = text(key)
      if (value === undefined || isWebAddress(value)) return value?.replace(/\/+$/, '')
      return fail(
        key,
        `"${value}" is not an http or https URL without query and fragment`,
        'use a URL such as https://hub.example',
      )
    },
    databaseUrl(key: SettingKey): string | undefined {
      const value = text(key)
      if (value === undefined || isDatabaseUrl(value)) return value
      // The value holds a password, so it is not repeated.
      return fail(
        key,
        'is not a postgres:// URL',
        'use postgres://USER:PASSWORD@HOST:5432/DATABASE, with @ : / # in the password written as %40 %3A %2F %23',
      )
    },
  }
}

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
}

const isDatabaseUrl = (value: string): boolean =>
  URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
