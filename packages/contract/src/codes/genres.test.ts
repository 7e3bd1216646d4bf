import { describe, expect, it } from 'vitest'
import { findGenreNamed, genres, isGenreCode } from './genres.ts'

describe('the name of a genre', () => {
  it('is read as its code in any case', () => {
    for (const { code, name } of genres) {
      expect(findGenreNamed(name)).toBe(code)
      expect(findGenreNamed(` ${name.toUpperCase()} `)).toBe(code)
    }
  })

  it.each(['electronik', 'Rock & Roll and Pop', ''])('is not guessed: %s', (name) => {
    expect(findGenreNamed(name)).toBeUndefined()
    expect(isGenreCode(name)).toBe(false)
  })
})
