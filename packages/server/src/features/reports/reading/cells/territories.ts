import { findTerritory as findCountry } from '@spindle/contract/territories'
import { isEmptyCell } from './cell-values.ts'
import { undressCell } from './code-cells.ts'

/** Countries as stores name them in reports: what the contract knows, subdivisions (`US-CA`), and what is not one country. */

/** Not one country. */
const noCountry = new Set(
  (
    'WORLD|WORLDWIDE|GLOBAL|GLOBALLY|INTERNATIONAL|WW|ROW|REST OF WORLD|ALL|ALL COUNTRIES|ALL TERRITORIES|EVERYWHERE|MULTI|MULTIPLE|' +
    'VARIOUS|OTHER|OTHERS|UNKNOWN|UNSPECIFIED|NOT SET|NONE|NULL|NA|N A|XX|ZZ|OU|QZ|EU|EUROPE|EUROPEAN UNION|EUROZONE|REST OF EUROPE|' +
    'LATIN AMERICA|LATAM|ASIA|AFRICA|APAC|EMEA|NORTH AMERICA|SOUTH AMERICA|OCEANIA|MIDDLE EAST|WELTWEIT|MONDE|MONDE ENTIER|MUNDIAL|MUNDO|2136'
  ).split('|'),
)

/** Without signs and articles: `N/A` and `n a` are one text. */
const simplify = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\bTHE\b/gu, ' ')
    .replaceAll(/ +/gu, ' ')
    .trim()

const known = new Map<string, string | undefined>()

/**
 * The ISO 3166-1 alpha-2 code, such as `GB` for `UK`, `GBR` or `Vereinigtes Königreich`. Empty for the world, a group of
 * countries or an unknown country; undefined for a text that names neither, and for a number.
 */
export function findTerritory(written: string): string | undefined {
  if (known.has(written)) return known.get(written)
  const text = simplify(written)
  const ofSubdivision = /^\s*([A-Za-z]{2})-[A-Za-z0-9]{1,3}\s*$/u.exec(written)?.[1]
  const code = isEmptyCell(undressCell(written)) || noCountry.has(text) ? '' : findCode(ofSubdivision ?? written)
  // Few texts are countries; a column of other texts must not fill the memory.
  if (known.size < 1000) known.set(written, code)
  return code
}

/** A number is more often a count in the wrong column than a numeric code. */
const findCode = (written: string): string | undefined =>
  /^[\p{N}\s.,]+$/u.test(written) ? undefined : (findCountry(written)?.code ?? findCodeAndName(written))

/** `DE - Germany`, where both mean the same. */
function findCodeAndName(written: string): string | undefined {
  const [, code = '', name = ''] = /^\s*(\p{L}{2,3})\s*[-–—:,/]\s*(\S.*)$/u.exec(written) ?? []
  const found = findCountry(code)?.code
  return found !== undefined && findCountry(name)?.code === found ? found : undefined
}
