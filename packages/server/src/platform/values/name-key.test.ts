import { describe, expect, it } from 'vitest'
import { nameKey, nameKeys } from './name-key.ts'

describe('nameKey', () => {
  it.each([
    ['  Beyoncé ', 'beyonce'],
    ['A-ha', 'aha'],
    ['a ha', 'aha'],
    ['Straße & Söhne', 'strassesohne'],
    ['Ｐｅｒｆｕｍｅ', 'perfume'],
    ['宇多田ヒカル', '宇多田ヒカル'],
    ['!!!', '!!!'],
    ['\u200B', '\u200B'],
  ])('folds %j to %j', (name, key) => {
    expect(nameKey(name)).toBe(key)
  })

  it('has at most 300 bytes, and no half of a character', () => {
    expect(Buffer.byteLength(nameKey('\uFDFA'.repeat(200)))).toBe(300)
    expect(nameKey(`a${'𠮷'.repeat(200)}`)).toBe(`a${'𠮷'.repeat(74)}`)
  })
})

describe('nameKeys', () => {
  const areClose = (one: string, other: string): boolean => {
    const keys = new Set(nameKeys('acc_1', one))
    return nameKeys('acc_1', other).some((key) => keys.has(key))
  }

  it.each([
    ['Grace Hopper', 'GRACE-HOPPER', true],
    ['Grace Hopper', 'Grace Hoper', true],
    ['Grace Hopper', 'Grace Hpoper', true],
    ['Grace Hopper', 'Grace Hooper', true],
    ['Grace Hopper', 'Grace Cooper', false],
    ['Ada', 'Ida', false],
    ['A'.repeat(70), 'A'.repeat(69), false],
  ])('%j and %j have a key in common: %j', (one, other, expected) => {
    expect(areClose(one, other)).toBe(expected)
  })

  it('gives other keys in another account', () => {
    expect(nameKeys('acc_1', 'Ada')[0]).not.toBe(nameKeys('acc_2', 'Ada')[0])
  })
})
