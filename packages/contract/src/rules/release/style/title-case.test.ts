import { describe, expect, it } from 'vitest'
import { unusualCapitals, wordsInWrongCase } from './title-case.ts'

describe('wordsInWrongCase', () => {
  it.each([
    ['Rain on Glass', []],
    ['Rain On Glass', []],
    ['rain on glass', ['rain', 'glass']],
    ['The Edge Of The Town', ['Of', 'The']],
    ['Songs for', ['for']],
    ['A Song For You', ['For']],
    ['Night: the Drive', ['the']],
    ['Rock-and-Roll', []],
    ['Spider-man', ['man']],
    ['Live (in the hall)', []],
    ['My iPhone Rings', []],
    ['1st Time', []],
    ['"quoted" Words', ['"quoted"']],
    ['1999 42', []],
    ['', []],
  ])('finds in %j: %j', (title, words) => expect(wordsInWrongCase(title)).toEqual(words))
})

describe('unusualCapitals', () => {
  it.each([
    ['Night Drive', undefined],
    ['night drive', 'lower'],
    ['NIGHT DRIVE', 'upper'],
    ['nIgHt dRiVe', 'random'],
    ['AbCd', undefined],
    ['AbCdEf', 'random'],
    ['aBcD', 'random'],
    ['DNA', undefined],
    ['ABCD', undefined],
    ['ABCDE', 'upper'],
    ['A', undefined],
    ['a', undefined],
    ['ab', 'lower'],
    ['McDonald', undefined],
    ['夜', undefined],
    ['1999', undefined],
    ['ÉTÉ SANS FIN', 'upper'],
  ])('calls %j %s', (title, found) => expect(unusualCapitals(title)).toBe(found))
})
