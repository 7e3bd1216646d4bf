import { gtinCheckDigit } from './identifiers.ts'

/** The prefixes of the codes that a hub assigns, as pure functions and patterns. */

/** ISO 3901: two letters of a country or agency and three letters or digits of the registrant. */
export const isrcPrefixPattern = '^[A-Z]{2}[A-Z0-9]{3}$'

/**
 * A GS1 company prefix of 6 to 11 digits, as EANs begin with it (GS1 General Specifications 1.4.2). A U.P.C. company prefix
 * has a zero in front. Six zeros in front are of no company: GS1 uses them for GTIN-8.
 * Without a lookahead, which not every program that reads the OpenAPI document knows.
 */
export const upcRangePattern =
  '^([1-9][0-9]{5,10}|0[1-9][0-9]{4,9}|00[1-9][0-9]{3,8}|000[1-9][0-9]{2,7}|0000[1-9][0-9]{1,6}|00000[1-9][0-9]{0,5})$'

/** How many codes a UPC range has: the digits between the prefix and the check digit. */
export const upcRangeSize = (prefix: string): number => 10 ** (12 - prefix.length)

/** A code of a UPC range: its 12 digits as a UPC if the prefix begins with zero, otherwise 13 as an EAN. */
export function upcOfRange(prefix: string, number: number): string {
  const digits = `${prefix}${String(number).padStart(12 - prefix.length, '0')}`
  return `${digits}${gtinCheckDigit(digits)}`.replace(/^0/, '')
}
