import { describe, expect, it } from 'vitest'
import { decodeOrGuess, decodeUnicode, findLineOutsideUtf8 } from './index.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('Café – Ночь')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFCafé – Ночь')],
    ['UTF-16, little end first', utf16('Café – Ночь')],
    ['UTF-16, big end first', utf16('Café – Ночь').swap16()],
  ])('is read as %s', (_, bytes) => {
    expect(decodeUnicode(bytes)).toBe('Café – Ночь')
    expect(decodeOrGuess(bytes)).toEqual({ text: 'Café – Ночь', isGuessed: false })
  })

  it.each([
    ['a quotation mark of Windows-1252', Buffer.from([0x44, 0x92, 0x74]), 'D’t'],
    ['a letter of ISO 8859-1', Buffer.from('Café', 'latin1'), 'Café'],
    ['the euro sign', Buffer.from([0x80]), '€'],
    ['the first byte of a letter alone', Buffer.from([0x43, 0xc3]), 'CÃ'],
  ])('is guessed from %s', (_, bytes, text) => {
    expect(decodeUnicode(bytes)).toBeUndefined()
    expect(decodeOrGuess(bytes)).toEqual({ text, isGuessed: true })
  })

  it('returns undefined for UTF-16 without its mark, and for half a character', () => {
    expect(decodeUnicode(Buffer.from('Cafe', 'utf16le'))).toBeUndefined()
    expect(decodeUnicode(utf16('Cafe').subarray(0, 5))).toBeUndefined()
  })
})

describe('findLineOutsideUtf8', () => {
  it.each([
    [Buffer.from('a: é\nb: é\n'), undefined],
    [Buffer.from('a: é\n', 'latin1'), 1],
    [Buffer.concat([Buffer.from('a: é\r\nb: ok\r\n'), Buffer.from('c: naïve', 'latin1')]), 3],
    [Buffer.from(''), undefined],
  ])('of %j is %j', (bytes, line) => expect(findLineOutsideUtf8(bytes)).toBe(line))
})
