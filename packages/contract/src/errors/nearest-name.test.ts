import { describe, expect, it } from 'vitest'
import { findNearestName } from './nearest-name.ts'

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
