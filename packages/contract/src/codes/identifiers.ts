/**
 * The identifiers of recorded music, as pure functions. Every `parse` takes what a person wrote (hyphens, dots, spaces,
 * lower case, the name of the identifier in front) and answers the one normal form that is stored and compared, or
 * undefined when it is none. Every `format` takes the normal form and answers the form for the eye.
 */

import { toPlainDigits } from '../text-files/plain-digits.ts'

export { parseTrackLength } from './track-length.ts'

const separators = /[\s.\-\u00AD\u2010-\u2015\u2212]/gu

const compact = (input: string): string => toPlainDigits(input.normalize('NFKC')).replace(separators, '').toUpperCase()

const withoutPrefix = (text: string, prefix: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length).replace(/^:/, '') : text

const digitsOf = (text: string): number[] => Array.from(text, Number)

const isrcForm = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/

/** ISRC (ISO 3901:2019): `isrc zz-abc-26-00001` becomes `ZZABC2600001`. There is no check digit. */
export function parseIsrc(input: string): string | undefined {
  const text = compact(input)
  // Icelandic codes of registrant RC0 to RCZ begin with the letters ISRC themselves, so the prefix is not just cut off.
  return [text, withoutPrefix(text, 'ISRC')].find((candidate) => isrcForm.test(candidate))
}

/** `ZZABC2600001` becomes `ZZ-ABC-26-00001`. */
export const formatIsrc = (isrc: string): string => isrc.replace(/^(..)(...)(..)(.....)$/, '$1-$2-$3-$4')

/** Check digit of a GTIN without its last digit (GS1 General Specifications 7.9): weights 3 and 1 from the right. */
export function gtinCheckDigit(digits: string): string {
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** UPC-A (12 digits), EAN-13 or GTIN-14 with a right check digit. Answers the 14 digits by which codes compare equal. */
export function parseGtin(input: string): string | undefined {
  const text = compact(input)
  if (!/^[0-9]{12,14}$/.test(text) || /^0+$/.test(text)) return undefined
  return gtinCheckDigit(text.slice(0, -1)) === text.slice(-1) ? text.padStart(14, '0') : undefined
}

/**
 * The digits of a valid UPC, EAN or GTIN-14 as they are stored and shown: 12 or 13 as written, and 14 only if they are of a
 * case of products, which does not begin with zero.
 */
export function normaliseGtin(input: string): string | undefined {
  if (parseGtin(input) === undefined) return undefined
  const digits = compact(input)
  return digits.length === 14 ? digits.replace(/^00?/, '') : digits
}

/** Check digit of the nine digits of an ISWC (ISO 15707). */
export function iswcCheckDigit(digits: string): string {
  const sum = digitsOf(digits).reduce((total, digit, place) => total + digit * (place + 1), 1)
  return String((10 - (sum % 10)) % 10)
}

/** ISWC (ISO 15707): `T-034.524.680-1` becomes `T0345246801`. */
export function parseIswc(input: string): string | undefined {
  const text = withoutPrefix(compact(input), 'ISWC')
  if (!/^T[0-9]{10}$/.test(text)) return undefined
  return iswcCheckDigit(text.slice(1, 10)) === text.slice(10) ? text : undefined
}

/** `T0345246801` becomes `T-034.524.680-1`. */
export const formatIswc = (iswc: string): string => iswc.replace(/^T(...)(...)(...)(.)$/, 'T-$1.$2.$3-$4')

/** Check character of the 15 digits of an ISNI (ISO 27729; ISO 7064 MOD 11-2). */
export function isniCheckCharacter(digits: string): string {
  const total = digitsOf(digits).reduce((sum, digit) => (sum + digit) * 2, 0)
  const check = (12 - (total % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/** ISNI (ISO 27729): `0000 0001 2103 2683`, or its isni.org address, becomes `0000000121032683`. */
export function parseIsni(input: string): string | undefined {
  const address = /^https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?/i
  const text = withoutPrefix(compact(input.trim().replace(address, '')), 'ISNI')
  if (!/^[0-9]{15}[0-9X]$/.test(text)) return undefined
  return isniCheckCharacter(text.slice(0, 15)) === text.slice(15) ? text : undefined
}

/** `0000000121032683` becomes `0000 0001 2103 2683`. */
export const formatIsni = (isni: string): string => isni.replace(/(.{4})(?=.)/g, '$1 ')

const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Check character of the first 17 characters of a GRid (ISO 7064 MOD 37,36). */
export function gridCheckCharacter(characters: string): string {
  const product = Array.from(characters).reduce((previous, character) => {
    const sum = (previous + alphanumerics.indexOf(character)) % 36
    return ((sum === 0 ? 36 : sum) * 2) % 37
  }, 36)
  return alphanumerics.charAt((37 - product) % 36)
}

/** GRid (DDEX Global Release Identifier): `A1-2425G-ABC1234002-M` becomes `A12425GABC1234002M`. */
export function parseGrid(input: string): string | undefined {
  const text = withoutPrefix(compact(input), 'GRID')
  if (!/^A1[0-9A-Z]{16}$/.test(text)) return undefined
  return gridCheckCharacter(text.slice(0, 17)) === text.slice(17) ? text : undefined
}

/** `A12425GABC1234002M` becomes `A1-2425G-ABC1234002-M`. */
export const formatGrid = (grid: string): string => grid.replace(/^(..)(.{5})(.{10})(.)$/, '$1-$2-$3-$4')

/** Check digits of the first nine digits of an IPI name number (CISAC; modulo 101, weights 10 to 2). */
export function ipiCheckDigits(digits: string): string {
  const sum = digitsOf(digits).reduce((total, digit, place) => total + digit * (10 - place), 0)
  return String((101 - (sum % 101)) % 101).padStart(2, '0')
}

/** IPI name number (CISAC), 9 to 11 digits as leading zeros are often left out; answers all 11. */
export function parseIpi(input: string): string | undefined {
  const text = withoutPrefix(compact(input), 'IPI')
  if (!/^[0-9]{9,11}$/.test(text) || /^0+$/.test(text)) return undefined
  const digits = text.padStart(11, '0')
  return ipiCheckDigits(digits.slice(0, 9)) === digits.slice(9) ? digits : undefined
}

/**
 * DDEX party identifier: `PA-DPIDA-2014120301-U` becomes `PADPIDA2014120301U`. Only its registry can check the last
 * character.
 */
export function parseDpid(input: string): string | undefined {
  const text = compact(input)
  return /^PADPIDA[0-9]{10}[A-Z0-9]$/.test(text) ? text : undefined
}

/** Whether `text` is a calendar date that exists, `YYYY-MM-DD` from 0001-01-01 (ISO 8601): 2026-02-30 is none. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = match.slice(1).map(Number)
  const daysInMonth = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate()
  return text >= '0001' && (month ?? 0) >= 1 && (month ?? 0) <= 12 && (day ?? 0) >= 1 && (day ?? 0) <= daysInMonth
}
