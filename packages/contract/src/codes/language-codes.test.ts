import { describe, expect, it } from 'vitest'
import { referenceData } from '../api/reference/reference.ts'
import { findLanguageNamed, languageCodes, parseLanguageTag, suggestLanguage } from './language-codes.ts'
import { isTerritoryCode, territoryCodes } from './territory-codes.ts'

describe('parseLanguageTag', () => {
  it.each([
    ['en', 'en'],
    ['PT-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ja-Latn', 'ja-Latn'],
    ['iw', 'he'],
    ['zxx', 'zxx'],
    ['fil', 'fil'],
    ['xx', undefined],
    ['english', undefined],
    ['en_US', undefined],
    ['', undefined],
    ['e', undefined],
  ])('%j is %j', (input, expected) => expect(parseLanguageTag(input)).toBe(expected))

  it.each([
    ['english', 'en'],
    ['Germn', 'de'],
    ['en_US', 'en-US'],
    ['instrumental', undefined],
    ['', undefined],
  ])('suggests for %j the tag %j', (input, expected) => expect(suggestLanguage(input)).toBe(expected))

  it('accepts every code of the list', () => {
    expect(languageCodes.filter((code) => parseLanguageTag(code) === undefined)).toEqual([])
  })
})

describe('reference lists', () => {
  it('have the codes of ISO 639-1 and ISO 3166-1, and Kosovo, each once', () => {
    expect(new Set(territoryCodes).size).toBe(249 + 1)
    expect(new Set(languageCodes).size).toBe(183 + 3)
  })

  it('accepts no code that ISO 3166-1 does not assign', () => {
    expect(['EU', 'UK', 'ZZ', 'de'].map(isTerritoryCode)).toEqual([false, false, false, false])
    expect(isTerritoryCode('DE')).toBe(true)
  })

  it('name every code once', () => {
    for (const entries of Object.values(referenceData)) {
      expect(new Set(entries.map((entry) => entry.code)).size).toBe(entries.length)
      expect(entries.filter((entry) => entry.name === '')).toEqual([])
    }
    expect(referenceData.languages).toContainEqual({ code: 'und', name: 'Undetermined' })
    expect(referenceData.territories).toContainEqual({ code: 'DE', name: 'Germany' })
    expect(referenceData.roles).toContainEqual({ code: 'songwriter', name: 'Songwriter', ern: 'ComposerLyricist' })
    expect(referenceData.genres).toContainEqual({ code: 'electronic', name: 'Electronic' })
  })
})

describe('the English name of a language', () => {
  it.each([
    ['English', 'en'],
    [' german ', 'de'],
    ['No linguistic content', 'zxx'],
  ])('is read as its tag: %s', (name, tag) => {
    expect(findLanguageNamed(name)).toBe(tag)
  })

  it.each(['Germann', 'de', 'Deutsch', ''])('is not guessed: %s', (name) => {
    expect(findLanguageNamed(name)).toBeUndefined()
  })
})
