import { describe, expect, it } from 'vitest'
import { findTerritory } from './territories.ts'

describe('findTerritory', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['DEU', 'DE'],
    ['Germany', 'DE'],
    ['GERMANY', 'DE'],
    ['Deutschland', 'DE'],
    ['Allemagne', 'DE'],
    ['UK', 'GB'],
    ['GBR', 'GB'],
    ['United Kingdom', 'GB'],
    ['Great Britain', 'GB'],
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['us-ca', 'US'],
    ['Korea, Republic of', 'KR'],
    ['South Korea', 'KR'],
    ['Russian Federation', 'RU'],
    ['Czechia', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['T\u00FCrkiye', 'TR'],
    ['Turkey', 'TR'],
    ["C\u00F4te d'Ivoire", 'CI'],
    ['Cote d\u2019Ivoire', 'CI'],
    ['Bosnia & Herzegovina', 'BA'],
    ['St. Lucia', 'LC'],
    ['The Netherlands', 'NL'],
    ['Bahamas, The', 'BS'],
    ['Hong Kong', 'HK'],
    ['Taiwan', 'TW'],
    ['Kosovo', 'XK'],
    ['XK', 'XK'],
    ['Viet Nam', 'VN'],
    ['Curacao', 'CW'],
    ['Sverige', 'SE'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
    ['Virgin Islands, U.S.', 'VI'],
    ['DE - Germany', 'DE'],
    ['GBR: United Kingdom', 'GB'],
    ['Germany (DE)', 'DE'],
  ])('finds %j as %s', (written, code) => expect(findTerritory(written)).toBe(code))

  it.each([
    [''],
    ['Worldwide'],
    ['WORLD'],
    ['ww'],
    ['ZZ'],
    ['N/A'],
    ['-'],
    ['Rest of World'],
    ['Global'],
    ['Europe'],
    ['2136'],
  ])('takes %j as no single country', (written) => expect(findTerritory(written)).toBe(''))

  it.each([['Narnia'], ['QQ'], ['AB'], ['DEX'], ['12'], ['Spotify'], ['AB-CD']])('does not know %j', (written) =>
    expect(findTerritory(written)).toBeUndefined(),
  )
})
