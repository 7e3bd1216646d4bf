import { describe, expect, it } from 'vitest'
import { comparable, mainArtists, pointerTo, quote } from './release-view.ts'

describe('pointerTo', () => {
  it.each([
    [[], ''],
    [['tracks', 0, 'title'], '/tracks/0/title'],
    [['metadata', 'a/b'], '/metadata/a~1b'],
    [['metadata', 'a~1'], '/metadata/a~01'],
    [['metadata', ''], '/metadata/'],
  ])('writes %j as %j (RFC 6901)', (path, pointer) => expect(pointerTo(...path)).toBe(pointer))
})

describe('quote', () => {
  it.each([
    ['Intro', '"Intro"'],
    ['x'.repeat(80), `"${'x'.repeat(80)}"`],
    ['x'.repeat(81), `"${'x'.repeat(79)}…"`],
  ])('shortens what is longer than 80 characters', (text, quoted) => expect(quote(text)).toBe(quoted))
})

describe('comparable', () => {
  it.each([
    ['Night Drive', 'night drive'],
    ['  NIGHT\t Drive ', 'night drive'],
    ['Ｎｉｇｈｔ Drive', 'night drive'],
    ['ﬁne', 'fine'],
    ['E\u0301te', 'éte'],
    [undefined, ''],
  ])('takes %j for %j', (text, expected) => expect(comparable(text)).toBe(expected))

  it('distinguishes accents: they make another name', () => {
    expect(comparable('Beyoncé')).not.toBe(comparable('Beyonce'))
  })
})

describe('mainArtists', () => {
  it('accepts the role by its own word and by that of DDEX, in the order of the list', () => {
    const contributors = [
      { name: 'Ada', role: 'composer' as const },
      { name: 'Grace', role: 'ddex:MainArtist' as const },
      { name: 'Mia Blue', role: 'main_artist' as const },
      { name: 'Bob', role: 'featured_artist' as const },
    ]
    expect(mainArtists(contributors)).toEqual(['Grace', 'Mia Blue'])
    expect(mainArtists([])).toEqual([])
  })
})
