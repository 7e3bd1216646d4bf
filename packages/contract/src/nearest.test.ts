import { describe, expect, it } from 'vitest'
import { nearestOf } from './nearest.ts'

const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']

describe('nearestOf', () => {
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
    expect(nearestOf(given, permissions)).toBe(meant)
  })

  it('takes two letters that changed places for one slip', () => {
    expect(nearestOf('titel', ['title', 'tracks'])).toBe('title')
    expect(nearestOf('tilet', ['title', 'tracks'])).toBeUndefined()
  })

  it('takes short codes by their letters only', () => {
    expect(nearestOf('DE', ['de', 'da'])).toBe('de')
    expect(nearestOf('dx', ['de', 'da'])).toBeUndefined()
  })
})
