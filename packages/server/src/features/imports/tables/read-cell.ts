import {
  explicitValues,
  findGenreNamed,
  findLanguageNamed,
  findTerritory,
  isCalendarDate,
  normaliseGtin,
  releaseTypes,
} from '@spindle/contract'
import { type DateOrder, parseDay, readGtin, readIsrc, undressCell } from '../../reports/index.ts'

/** Reads single cells of a table of releases. What cannot be read is a problem, and is never guessed. */

export type CellValue<T> = { readonly value: T } | { readonly problem: string; readonly fix: string }

/** What differs between tables. */
export interface CellRules {
  readonly dates: DateOrder
  readonly nameSeparator: string
}

const signs = '[=+\\-@|%\\uff1d\\uff0b\\uff0d\\uff20\\uff5c\\uff05\\u2212]'
/** The apostrophes that our own CSV puts before what a spreadsheet would take for a formula. */
const dress = new RegExp(`(^|[;\\t])'(?=[\\s"']*${signs})`, 'gu')

/** The lines of a cell stay apart: each may be a name. */
export const textOfCell = (cell: string): string =>
  cell
    .split(/[\r\n]+/u)
    .map((line) => undressCell(line.replaceAll(dress, '$1')).normalize('NFC'))
    .filter((line) => line !== '')
    .join('\n')

const quoted = (text: string): string => `"${text.slice(0, 60)}"`
const refuse = (problem: string, fix: string) => ({ problem, fix })
const found = <T>(value: T): CellValue<T> => ({ value })

export const readText = (text: string): CellValue<string> => found(text.replaceAll('\n', ' '))

/** The English name of a language or genre is as clear as its code; any other text is refused with the draft. */
export const readLanguage = (text: string): CellValue<string> => found(findLanguageNamed(text) ?? text)
export const readGenre = (text: string): CellValue<string> => found(findGenreNamed(text) ?? text)

const oneOf =
  <T extends string>(values: readonly T[], other: Readonly<Record<string, T>> = {}) =>
  (text: string): CellValue<T> => {
    const word = text.toLowerCase().replaceAll(/[\s-]+/gu, '_')
    const value = values.find((one) => one === word) ?? other[word]
    return value === undefined
      ? refuse(`${quoted(text)} is not one of ${values.join(', ')}.`, 'Use one of these words.')
      : found(value)
  }

export const readType = oneOf(releaseTypes, { lp: 'album', compilation: 'album' })
export const readExplicit = oneOf(explicitValues, {
  yes: 'explicit',
  true: 'explicit',
  no: 'not_explicit',
  false: 'not_explicit',
  none: 'not_explicit',
})
export const readComposition = oneOf(['original', 'cover', 'public_domain', 'adaptation'] as const)
const readWord = oneOf(['yes', 'no'] as const, { true: 'yes', false: 'no', '1': 'yes', '0': 'no' })

export function readBoolean(text: string): CellValue<boolean> {
  const word = readWord(text)
  return 'value' in word ? found(word.value === 'yes') : word
}

export function readPlace(text: string): CellValue<number> {
  const number = /^([0-9]{1,3})(?:[.,]0+)?$/u.exec(text)?.[1]
  return number === undefined || Number(number) === 0
    ? refuse(`${quoted(text)} is not a number of a disc or track.`, 'Use a whole number from 1.')
    : found(Number(number))
}

/** The order of day and month is never guessed. */
export function readDate(text: string, { dates }: CellRules): CellValue<string> {
  const day = isCalendarDate(text) ? text : parseDay(text, dates)
  return day === undefined
    ? refuse(
        `${quoted(text)} is not a date with year, month and day.`,
        'Use the form 2027-01-15, or set "dates" of a mapping to "dmy" or "mdy".',
      )
    : found(day)
}

/** `2026 Blue Lamp`, with or without the sign. */
export function readLine(text: string): CellValue<{ year: number; text: string }> {
  const [, year, owner] =
    /^(?:[\u2117\u00a9]|\([pc]\))?\s*([0-9]{4})\s+(\S.*)$/iu.exec(text.replaceAll('\n', ' ')) ?? []
  return year === undefined || owner === undefined
    ? refuse(`${quoted(text)} has no year and owner.`, 'Use a form such as "2026 Blue Lamp".')
    : found({ year: Number(year), text: owner })
}

export function readIsrcCell(text: string): CellValue<string> {
  const read = readIsrc(text)
  return 'problem' in read ? read : found(read.code)
}

/** As 12 or 13 digits, which is how it is printed. */
export function readUpc(text: string): CellValue<string> {
  const read = readGtin(text)
  return 'problem' in read ? read : found(normaliseGtin(text) ?? normaliseGtin(read.code) ?? read.code)
}

export const readDigest = (text: string): CellValue<string> =>
  /^[0-9a-f]{64}$/iu.test(text)
    ? found(text.toLowerCase())
    : refuse(`${quoted(text)} is not a SHA-256.`, 'Use 64 hexadecimal digits, or leave the cell empty.')

export const readNames = (
  text: string,
  { nameSeparator }: Pick<CellRules, 'nameSeparator'>,
): CellValue<readonly string[]> =>
  found(
    text
      .split('\n')
      .flatMap((line) => line.split(nameSeparator))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )

interface TerritoriesValue {
  mode: 'worldwide' | 'include' | 'exclude'
  codes?: string[]
}

const modes: Readonly<Record<string, TerritoriesValue['mode']>> = {
  worldwide: 'worldwide',
  world: 'worldwide',
  ww: 'worldwide',
  include: 'include',
  exclude: 'exclude',
  except: 'exclude',
}

/** `worldwide`, `DE AT CH`, `except US`, and as the hub exports it: `include DE AT`. */
export function readTerritories(text: string): CellValue<TerritoriesValue> {
  const words = text.split(/[\s,;]+/u).filter((word) => word !== '')
  const named = words.filter((word) => modes[word.toLowerCase()] !== undefined).map((word) => modes[word.toLowerCase()])
  const rest = words.filter((word) => modes[word.toLowerCase()] === undefined)
  const unknown = rest.find((word) => findTerritory(word) === undefined)
  if (unknown !== undefined)
    return refuse(`${quoted(unknown)} is not a territory.`, 'Use codes of two letters, such as "DE AT CH".')
  const codes = rest.flatMap((word) => findTerritory(word)?.code ?? [])
  const mode = named.at(-1) ?? 'include'
  if ((mode === 'worldwide') !== (codes.length === 0))
    return refuse(`${quoted(text)} does not say which territories.`, 'Use "worldwide", "DE AT" or "except US".')
  return found(mode === 'worldwide' ? { mode } : { mode, codes })
}
