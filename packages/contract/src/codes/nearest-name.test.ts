import { describe, expect, it } from 'vitest'
import { findNearestName, limitGuesses } from './nearest-name.ts'

const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']

describe('findNearestName', () => {
  it.each([
    ['MUSIC:READ', 'music:read'],
    ['music_read', 'music:read'],
    ['music.write', 'music:write'],
    ['catalogue:read', 'catalog:read'],
    ['analytic:read', 'analytics:read'],
    ['muisc:read', 'music:read'],
    ['admin', undefined],
    ['', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%s is meant as %s', (given, meant) => {
    expect(findNearestName(given, permissions)).toBe(meant)
  })

  it('takes two letters that changed places for one slip', () => {
    expect(findNearestName('titel', ['title', 'tracks'])).toBe('title')
    expect(findNearestName('tilet', ['title', 'tracks'])).toBeUndefined()
  })

  it.each([
    ['typ', ['title', 'type', 'upc'], 'type'],
    ['TPE', ['title', 'type', 'upc'], 'type'],
    ['upe', ['upc', 'type'], undefined],
    ['liv', ['live', 'livo'], undefined],
  ])('takes %s for the one name of %j that is a letter longer', (given, names, meant) => {
    expect(findNearestName(given, names)).toBe(meant)
  })

  it('takes short codes by their letters only', () => {
    expect(findNearestName('DE', ['de', 'da'])).toBe('de')
    expect(findNearestName('dx', ['de', 'da'])).toBeUndefined()
  })
})

describe('limitGuesses', () => {
  it('guesses once for equal texts, and for twenty texts at most', () => {
    const asked: string[] = []
    const guess = limitGuesses((text) => {
      asked.push(text)
      return text.toUpperCase()
    })
    const texts = Array.from({ length: 25 }, (_, index) => `word${index}`)
    expect(texts.map(guess)).toEqual(texts.map((text, index) => (index < 20 ? text.toUpperCase() : undefined)))
    expect(guess('word3')).toBe('WORD3')
    expect(asked).toEqual(texts.slice(0, 20))
  })
})
