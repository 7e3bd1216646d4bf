import { parseGtin, parseIsrc } from '@spindle/contract/codes'
import { isEmptyCell } from './cell-values.ts'

/**
 * Reads cells with a code (ISRC, UPC or EAN). A cell is empty, a code, or a problem: a code that is silently missing
 * would leave its money unassigned for ever. Spreadsheets dress codes (`="0200000519186"`, `'0200`, `.0`) and destroy
 * them (`2.00E+11`); web pages and mails add invisible characters.
 */

export type CodeCell = { readonly code: string } | CodeProblem

export interface CodeProblem {
  readonly problem: string
  readonly fix: string
}

/** Characters without a sign of their own, such as U+200B and U+FEFF. */
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}/gu
const quotes = `"'\u2018\u2019\u201C\u201D\u201E\u00B4\u0060`
const aroundQuotes = new RegExp(`^[${quotes}]+|[${quotes}]+$`, 'gu')

/** Nearly every cell: the work below would cost more than all else. */
const needsNothing = /^(?:[!-<>-~](?:[ -~]*[!-~])?)?$/u

/** The text that a spreadsheet was given, without what it wraps around text so that it stays text. */
export function undressCell(text: string): string {
  if (needsNothing.test(text)) return text
  const visible = text.replaceAll(/\t/g, ' ').replaceAll(invisible, '').trim()
  const formula = /^=\s*"(.*)"$/su.exec(visible)?.[1]
  return formula === undefined ? visible : formula.replaceAll('""', '"').trim()
}

/** The text of a cell for comparing: without its dress, and without case. */
export const plain = (text: string): string => undressCell(text).toLowerCase()

/** The name of a column for comparing: its letters and digits. `℗ Line` is `pline`. */
export const spelled = (name: string): string =>
  undressCell(name)
    .replaceAll('\u2117', 'p')
    .replaceAll('\u00a9', 'c')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const undressCode = (text: string): string =>
  undressCell(text.normalize('NFKC'))
    .replace(aroundQuotes, '')
    .trim()
    .replace(/^=/u, '')
    .replace(aroundQuotes, '')
    .trim()

const refetch = 'get the file again from the store, and import it without opening it in a spreadsheet.'

const scientific = /^[+-]?([0-9])(?:[.,]([0-9]+))?\s?E\s?\+?\s?([0-9]{1,2})$/iu

/** The digits of `2.00000519186E+11`, if none was lost. */
function restoreDigits(text: string): string | undefined {
  const [, first = '', rest = '', exponent = ''] = scientific.exec(text) ?? []
  return first !== '' && rest.length === Number(exponent) ? first + rest : undefined
}

const isError = (text: string): boolean => /^#(?:#*|[A-Z/0]+[?!]?)$/u.test(text)

const quoted = (text: string): string => `"${text.trim().slice(0, 60)}"`

function findDamage(text: string): CodeProblem | undefined {
  if (scientific.test(text))
    return { problem: `The spreadsheet changed this code to ${quoted(text)}, and digits are lost.`, fix: refetch }
  return isError(text)
    ? { problem: `The spreadsheet replaced this code with ${quoted(text)}.`, fix: refetch }
    : undefined
}

function readCode(
  written: string,
  parse: (text: string) => string | undefined,
  otherwise: () => CodeProblem,
): CodeCell {
  const text = undressCode(written)
  if (isEmptyCell(text)) return { code: '' }
  const code = parse(text)
  if (code !== undefined) return { code }
  return findDamage(text) ?? otherwise()
}

const plainIsrc = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/u

/** The ISRC of a recording. */
export const readIsrc = (written: string): CodeCell =>
  plainIsrc.test(written)
    ? { code: written }
    : written === ''
      ? { code: '' }
      : readCode(written, parseIsrc, () => ({
          problem:
            parseWrittenGtin(undressCode(written)) === undefined
              ? `${quoted(written)} is not an ISRC.`
              : `${quoted(written)} is a UPC or EAN, not an ISRC.`,
          fix: 'use 12 characters such as ZZABC2600001, or leave the cell empty.',
        }))

/** The UPC, EAN or GTIN of a product, as 14 digits. */
export const readGtin = (written: string): CodeCell =>
  written === ''
    ? { code: '' }
    : readCode(written, parseWrittenGtin, () => ({
        problem:
          parseIsrc(undressCode(written)) === undefined
            ? `${quoted(written)} is not a UPC or EAN.`
            : `${quoted(written)} is an ISRC, not a UPC or EAN.`,
        fix: 'use 12 to 14 digits with a correct check digit, or leave the cell empty.',
      }))

/** Spreadsheets remove the zeros at the start of codes, add `.0` and group digits. */
function parseWrittenGtin(text: string): string | undefined {
  const bare = text.replace(
    /^(?:UPC|EAN|GTIN|ICPN|JAN|BARCODE)(?:[-/ ]?(?:A|E|CODE|[0-9]{2}))?\s*[:#]?\s+(?=[0-9])/iu,
    '',
  )
  const digits = (restoreDigits(bare) ?? bare).replace(/[.,]0{1,2}$/u, '').replaceAll(/[\s'\u2019,_-]/gu, '')
  return parseGtin(/^[0-9]{9,11}$/u.test(digits) ? digits.padStart(12, '0') : digits)
}
