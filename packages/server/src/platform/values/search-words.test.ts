import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAskedWords, parseSearchWords, typoKeys, typoPattern } from './search-words.ts'

describe('the words of a text', () => {
  it.each([
    ['Café Noir (Live)', ['cafe', 'noir', 'live']],
    ['AC/DC & ＡＢＢＡ', ['ac', 'dc', 'acdc', 'abba']],
    ["Don't don't", ['don', 't', 'dont']],
    ['№ 5, ½', ['no', '5', '1', '2', '12']],
    ['—', []],
    ['Røyksopp, Łódź, Straße, Æther', ['royksopp', 'lodz', 'strasse', 'aether']],
    ['ΟΔΌΣ', ['οδοσ']],
    ['Ёлка Чайковский', ['елка', 'чаиковскии']],
    ['서울의 밤', ['서울의', '밤']],
    ['שָׁלוֹם', ['שלום']],
    ['दिल', ['दिल']],
    ['می\u200cخواهم', ['میخواهم']],
    ['夜のドライブ', ['夜のドライブ', 'のドライブ', 'ドライブ', 'ライブ', 'イブ', 'ブ']],
    ['ﾊﾞｽ', ['バス', 'ス']],
  ])('%s', (text, words) => expect(parseSearchWords(text)).toEqual(words))

  it('have nothing that needs escaping in a query', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of parseSearchWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,200}$/u)
      }),
    ))

  it('do not end within a character', () =>
    expect(parseSearchWords(`a${'𝔸'.repeat(60)}${'𐐀'.repeat(60)}`)[0]).toBe(`a${'a'.repeat(60)}${'𐐨'.repeat(39)}`))
})

describe('a word of a search', () => {
  it.each([
    ["don't", [['don', 't'], ['dont']], 'dont'],
    ['00602445790128', [['00602445790128'], ['#602445790128']], undefined],
    [
      'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      [['rel', '01jd3mz6v8q4w9x2k7n5t0rhyb'], ['rel01jd3mz6v8q4w9x2k7n5t0rhyb'], ['#01jd3mz6v8q4w9x2k7n5t0rhyb']],
      'rel01jd3mz6v8q4w9x2k7n5t0rhyb',
    ],
    ['Transiense', [['transiense']], 'transiense'],
    ['mid', [['mid']], undefined],
    ['夜のドライブをもう一度', [['夜のドライブをも', 'う一度']], '夜のドライブをもう一度'],
  ])('%s', (text, alternatives, whole) => expect(parseAskedWords(text)).toEqual([{ alternatives, whole }]))
})

describe('a typo', () => {
  const shares = (stored: string, asked: string): boolean => {
    const keys = typoKeys('acc_1', stored)
    return typoKeys('acc_1', asked).some((key) => keys.includes(key))
  }
  const cases: readonly (readonly [stored: string, asked: string, isFound: boolean])[] = [
    ['transience', 'transiense', true],
    ['transience', 'ransience', true],
    ['transience', 'transsience', true],
    ['transience', 'transeince', true],
    ['transience', 'transience', true],
    ['night', 'nigh', true],
    ['ночной', 'ночнои', true],
    ['夜のドライブ', '夜のトライブ', true],
    ['transience', 'transparence', false],
    ['night', 'lights', false],
  ]
  it.each(cases)('in %s: %s', (stored, asked, isFound) => {
    expect(shares(stored, asked)).toBe(isFound)
    expect(new RegExp(typoPattern(asked), 'u').exec(`\tintro\t\n1\n\tat\t${stored}\toutro\t\n2`)?.[1]).toBe(
      isFound ? '2' : undefined,
    )
  })

  it('has other keys in another account', () =>
    expect(typoKeys('acc_1', 'night').filter((key) => typoKeys('acc_2', 'night').includes(key))).toEqual([]))
})
