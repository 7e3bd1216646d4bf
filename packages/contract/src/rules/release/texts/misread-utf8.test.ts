import { describe, expect, it } from 'vitest'
import { guessEastAsian } from './east-asian.ts'
import { readMisreadUtf8 } from './misread-utf8.ts'

const misread = (text: string, encoding: string): string =>
  new TextDecoder(encoding).decode(new TextEncoder().encode(text))

const windows1252 = new Map(
  Array.from({ length: 128 }, (_, index) => {
    const byte = index + 128
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)
const asLatin1 = (...bytes: readonly number[]): string => new TextDecoder('windows-1252').decode(Uint8Array.from(bytes))

describe('UTF-8 that was read in the encoding of a region', () => {
  it('is read back only if all of it is UTF-8', () => {
    const whole = misread('Привет', 'windows-1251')
    expect(readMisreadUtf8(whole)).toBe('Привет')
    expect(readMisreadUtf8(`${whole}й`)).toBeUndefined()
    expect(readMisreadUtf8(whole.slice(0, -1))).toBeUndefined()
  })

  it('may have other text beside it', () => {
    expect(readMisreadUtf8(`${misread('Группа', 'windows-1251')} (Live 2026)`)).toBe('Группа (Live 2026)')
    expect(readMisreadUtf8(`Tom ${misread('Dvořák', 'windows-1250')}`)).toBe('Tom Dvořák')
  })

  it('is not read as a word of two scripts', () => {
    expect(readMisreadUtf8(misread('Кaзак', 'windows-1251'))).toBeUndefined()
  })

  it('is not a letter that no title has', () => {
    expect(readMisreadUtf8(misread('\u0373\u0373', 'windows-1251'))).toBeUndefined()
    expect(readMisreadUtf8(misread('a\u0252', 'windows-1250'))).toBeUndefined()
  })

  it('is not looked for in long texts', () => {
    expect(readMisreadUtf8(misread('Привет '.repeat(200), 'windows-1251'))).toBeUndefined()
  })

  it.each(['', 'Night Drive', 'Ночь', 'Łódź', '夜に駆ける', '안녕', '100 %'])('leaves %j', (text) =>
    expect(readMisreadUtf8(text)).toBeUndefined(),
  )
})

describe('text of two bytes for each sign', () => {
  it('is read by the signs that are frequent', () => {
    expect(guessEastAsian(asLatin1(0xbe, 0xc8, 0xb3, 0xe7), windows1252)).toBe('안녕')
    expect(guessEastAsian(asLatin1(0xc4, 0xe3, 0xba, 0xc3), windows1252)).toBe('你好')
    expect(guessEastAsian(asLatin1(0xa4, 0xb3, 0xa4, 0xf3), windows1252)).toBe('こん')
  })

  it('may have ASCII beside it', () => {
    const text = `${asLatin1(0xbe, 0xc8, 0xb3, 0xe7)} (Live)`
    expect(guessEastAsian(text, windows1252)).toBe('안녕 (Live)')
  })

  it('is nothing with an odd number of bytes, or of one sign only', () => {
    expect(guessEastAsian(asLatin1(0xbe, 0xc8, 0xb3), windows1252)).toBeUndefined()
    expect(guessEastAsian(asLatin1(0xbe, 0xc8), windows1252)).toBeUndefined()
  })

  it.each(['Motörhead', '«À»', 'ÄÄÄÄ', '¿Qué?', '¼½'])('is not %s', (text) =>
    expect(guessEastAsian(text, windows1252)).toBeUndefined(),
  )
})

describe('UTF-8 of DOS, of Greek and of East Asian encodings', () => {
  it('is read back from the letters of a terminal', () => {
    expect(readMisreadUtf8('Caf├⌐ del Mar')).toBe('Café del Mar')
    expect(readMisreadUtf8('M├╢tley Cr├╝e')).toBe('Mötley Crüe')
    expect(readMisreadUtf8('Beyonc├®')).toBe('Beyoncé')
  })

  it('is read back from ideographs and half-width letters', () => {
    expect(readMisreadUtf8('Cafﾃｩ')).toBe('Café')
    expect(readMisreadUtf8('Caf茅 (Live)')).toBe('Café (Live)')
    expect(readMisreadUtf8(misread('カラオケ', 'shift_jis'))).toBe('カラオケ')
  })

  it('is read back with punctuation', () => {
    expect(readMisreadUtf8(misread('don’t', 'windows-1251'))).toBe('don’t')
    expect(readMisreadUtf8(misread('Αθήνα – Live', 'windows-1253'))).toBe('Αθήνα – Live')
  })
})
