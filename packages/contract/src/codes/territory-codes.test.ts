import { describe, expect, it } from 'vitest'
import { findTerritory, isTerritoryCode, territoryCodes } from './territory-codes.ts'

describe('the territories', () => {
  it('are those of ISO 3166-1 and Kosovo', () => {
    expect(territoryCodes).toHaveLength(250)
    expect(['DE', 'GB', 'US', 'XK'].filter(isTerritoryCode)).toEqual(['DE', 'GB', 'US', 'XK'])
    expect(['UK', 'EU', 'ZZ', 'AN', 'de', 'DEU', ''].filter(isTerritoryCode)).toEqual([])
  })
})

describe('findTerritory', () => {
  it.each(['DE', 'GB', 'XK'])('answers the code %s itself', (code) => {
    expect(findTerritory(code)).toEqual({ code, isCode: true })
  })

  it.each([
    ['UK', 'GB'],
    ['uk', 'GB'],
    ['EL', 'GR'],
    [' de ', 'DE'],
    ['ＪＰ', 'JP'],
    ['DEU', 'DE'],
    ['GBR', 'GB'],
    ['usa', 'US'],
    ['XKX', 'XK'],
    ['276', 'DE'],
    ['8', 'AL'],
    ['Germany', 'DE'],
    ['GERMANY', 'DE'],
    ['Deutschland', 'DE'],
    ['Allemagne', 'DE'],
    ['日本', 'JP'],
    ['Česko', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['United Kingdom', 'GB'],
    ['Great Britain', 'GB'],
    ['U.S.A.', 'US'],
    ['The Netherlands', 'NL'],
    ['Cote d’Ivoire', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['Korea, Republic of', 'KR'],
    ["Korea, Democratic People's Republic of", 'KP'],
    ['Congo, The Democratic Republic of the', 'CD'],
    ['Bolivia, Plurinational State of', 'BO'],
    ['Virgin Islands, British', 'VG'],
    ['Virgin Islands, U.S.', 'VI'],
    ['Taiwan, Province of China', 'TW'],
    ['Viet Nam', 'VN'],
    ['Republic of Austria', 'AT'],
    ['Republic of Ireland', 'IE'],
    ['Federal Republic of Germany', 'DE'],
    ['Saint Lucia', 'LC'],
    ['St. Kitts and Nevis', 'KN'],
    ['Turkey', 'TR'],
    ['Kosovo', 'XK'],
    ['Falkland Islands (Malvinas)', 'FK'],
  ])('takes %s for %s', (text, code) => expect(findTerritory(text)).toEqual({ code, isCode: false }))

  it.each([
    '',
    ' ',
    'ZZ',
    'EU',
    'Worldwide',
    'Europe',
    'Atlantis',
    '999',
    '001',
    '150',
    '--',
    'constructor',
    '__proto__',
  ])('finds nothing in %j', (text) => expect(findTerritory(text)).toBeUndefined())

  it('does not search long texts, whose brackets would take hours', () =>
    expect(findTerritory('('.repeat(1_000_000))).toBeUndefined())
})
