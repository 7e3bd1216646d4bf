import { describe, expect, it } from 'vitest'
import { findAdditions, findBrackets, replaceBracketed } from '../../src/rules/release/style/title-brackets.ts'

/** A text that counts how often its characters are read. */
function countingText(text: string) {
  let looks = 0
  const counted = new Proxy(Object.assign([], Array.from(text)) as ArrayLike<string>, {
    get: (characters, name) => {
      if (name !== 'length') looks++
      return Reflect.get(characters, name)
    },
  })
  return { counted, looks: () => looks }
}

describe('brackets in titles', () => {
  it.each([
    ['Intro (Live)', ['(Live)']],
    ['Intro (Live) [Remix]', ['(Live)', '[Remix]']],
    ['Intro ((Live)', ['((Live)']],
    ['Intro (Live', []],
    ['Intro Live)', []],
    ['Intro - Live (at Home)', [' - Live (at Home)']],
    ['Intro (A - B) – Live', ['(A - B)', ' – Live']],
    ['Intro (A - B', [' - B']],
    ['Well-Known', []],
  ])('of %s hold the additions', (title, additions) => {
    expect(findAdditions(title)).toEqual(additions)
  })

  it('are replaced in place, and nothing else', () => {
    expect(replaceBracketed('A (b) c [d] e (f', () => '*')).toBe('A * c * e (f')
  })

  it.each(['[', '(', '(feat. ', ')(', '] '])(
    'are found by one read of each character of a title full of %s',
    (part) => {
      const text = part.repeat(1000)
      const { counted, looks } = countingText(text)
      findBrackets(counted)
      expect(looks()).toBe(text.length)
    },
  )
})
