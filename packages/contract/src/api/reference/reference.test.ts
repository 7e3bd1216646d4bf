import { describe, expect, it } from 'vitest'
import { isGenreCode } from '../../codes/genres.ts'
import { parseLanguageTag } from '../../codes/language-codes.ts'
import { isTerritoryCode } from '../../codes/territory-codes.ts'
import { referenceLists } from '../../definition/closed-lists.ts'
import { contributorRoles } from '../../releases/release-vocabulary.ts'
import { referenceData, roleNames } from './reference.ts'

/** The reference lists as they are answered; codes are permanent. */

describe('the lists', () => {
  it.each([
    ['genres', 73],
    ['languages', 186],
    ['territories', 250],
    ['roles', 14],
  ] as const)('%s has %i entries', (name, count) => expect(referenceData[name]).toHaveLength(count))

  it('are the ones that the operation offers', () => {
    expect(Object.keys(referenceData).sort()).toEqual([...referenceLists].sort())
  })

  it.each(referenceLists)('%s names each code once and each with a name', (name) => {
    const codes = referenceData[name].map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const entry of referenceData[name]) {
      expect(entry.code).toMatch(/^[A-Za-z_]{2,64}$/)
      expect(entry.name.trim()).not.toBe('')
    }
  })

  it('answer only codes that a release may use', () => {
    for (const { code } of referenceData.genres) expect(isGenreCode(code)).toBe(true)
    for (const { code } of referenceData.territories) expect(isTerritoryCode(code)).toBe(true)
    for (const { code } of referenceData.languages) expect(parseLanguageTag(code)).toBeDefined()
  })
})

describe('genres', () => {
  it.each([
    ['afrobeat', 'Afrobeat'],
    ['ambient', 'Ambient'],
    ['arabic', 'Arabic'],
    ['bachata', 'Bachata'],
    ['bossa_nova', 'Bossa Nova'],
    ['christian_gospel', 'Christian and Gospel'],
    ['country', 'Country'],
    ['dancehall', 'Dancehall'],
    ['drum_and_bass', 'Drum and Bass'],
    ['electronic', 'Electronic'],
    ['field_recording', 'Field Recording'],
    ['funk', 'Funk'],
    ['hip_hop', 'Hip-Hop'],
    ['indie_pop', 'Indie Pop'],
    ['j_pop', 'J-Pop'],
    ['latin', 'Latin'],
    ['mpb', 'MPB'],
    ['opera', 'Opera'],
    ['psychedelic', 'Psychedelic'],
    ['reggae', 'Reggae'],
    ['salsa', 'Salsa'],
    ['singer_songwriter', 'Singer-Songwriter'],
    ['soundtrack', 'Soundtrack'],
    ['techno', 'Techno'],
    ['world', 'World'],
  ])('%s is %s', (code, name) => {
    expect(referenceData.genres.find((genre) => genre.code === code)?.name).toBe(name)
  })
})

describe('languages', () => {
  it.each([
    ['aa', 'Afar'],
    ['ar', 'Arabic'],
    ['bg', 'Bulgarian'],
    ['ca', 'Catalan'],
    ['cv', 'Chuvash'],
    ['el', 'Greek'],
    ['ff', 'Fula'],
    ['gd', 'Scottish Gaelic'],
    ['hi', 'Hindi'],
    ['ia', 'Interlingua'],
    ['is', 'Icelandic'],
    ['ki', 'Kikuyu'],
    ['kr', 'Kanuri'],
    ['lb', 'Luxembourgish'],
    ['lv', 'Latvian'],
    ['mr', 'Marathi'],
    ['ne', 'Nepali'],
    ['ny', 'Nyanja'],
    ['pi', 'Pali'],
    ['ro', 'Romanian'],
    ['sg', 'Sango'],
    ['sq', 'Albanian'],
    ['ta', 'Tamil'],
    ['tn', 'Tswana'],
    ['ug', 'Uyghur'],
    ['wa', 'Walloon'],
    ['zu', 'Zulu'],
    ['zxx', 'No linguistic content'],
    ['und', 'Undetermined'],
  ])('%s is %s', (code, name) => {
    expect(referenceData.languages.find((language) => language.code === code)?.name).toBe(name)
  })
})

describe('territories', () => {
  it.each([
    ['AD', 'Andorra'],
    ['AO', 'Angola'],
    ['AX', 'Åland Islands'],
    ['BG', 'Bulgaria'],
    ['BO', 'Bolivia'],
    ['BY', 'Belarus'],
    ['CH', 'Switzerland'],
    ['CR', 'Costa Rica'],
    ['DE', 'Germany'],
    ['EE', 'Estonia'],
    ['FJ', 'Fiji'],
    ['GD', 'Grenada'],
    ['GM', 'Gambia'],
    ['GU', 'Guam'],
    ['HT', 'Haiti'],
    ['IO', 'British Indian Ocean Territory'],
    ['JO', 'Jordan'],
    ['KN', 'St. Kitts & Nevis'],
    ['LB', 'Lebanon'],
    ['LU', 'Luxembourg'],
    ['MF', 'St. Martin'],
    ['MO', 'Macao SAR China'],
    ['MV', 'Maldives'],
    ['NE', 'Niger'],
    ['NR', 'Nauru'],
    ['PG', 'Papua New Guinea'],
    ['PS', 'Palestinian Territories'],
    ['RS', 'Serbia'],
    ['SE', 'Sweden'],
    ['SM', 'San Marino'],
    ['SX', 'Sint Maarten'],
    ['TH', 'Thailand'],
    ['TR', 'Türkiye'],
    ['UM', 'U.S. Outlying Islands'],
    ['VG', 'British Virgin Islands'],
    ['XK', 'Kosovo'],
    ['YT', 'Mayotte'],
  ])('%s is %s', (code, name) => {
    expect(referenceData.territories.find((territory) => territory.code === code)?.name).toBe(name)
  })
})

describe('roles', () => {
  it.each([
    ['main_artist', 'Main artist', 'MainArtist'],
    ['featured_artist', 'Featured artist', 'FeaturedArtist'],
    ['remixer', 'Remixer', 'Remixer'],
    ['composer', 'Composer', 'Composer'],
    ['lyricist', 'Lyricist', 'Lyricist'],
    ['songwriter', 'Songwriter', 'ComposerLyricist'],
    ['producer', 'Producer', 'Producer'],
    ['mixer', 'Mixer', 'Mixer'],
    ['engineer', 'Engineer', 'Engineer'],
    ['performer', 'Performer', 'Performer'],
    ['conductor', 'Conductor', 'Conductor'],
    ['orchestra', 'Orchestra', 'Orchestra'],
    ['arranger', 'Arranger', 'Arranger'],
    ['publisher', 'Music publisher', 'MusicPublisher'],
  ] as const)('%s is %s, %s in ERN', (code, name, ern) => expect(roleNames[code]).toEqual({ name, ern }))

  it('are those that a contributor may have by its own word', () => {
    expect(referenceData.roles.map(({ code }) => code)).toEqual([...contributorRoles])
  })
})
