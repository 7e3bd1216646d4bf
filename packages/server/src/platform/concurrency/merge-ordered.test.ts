import { describe, expect, it } from 'vitest'
import { mergeOrdered } from './merge-ordered.ts'

describe('two ordered lists', () => {
  const letters = async function* (text: string): AsyncGenerator<string> {
    yield* text
  }
  const merged = async (left: string, right: string): Promise<string> => {
    const pairs: string[] = []
    for await (const [one = '-', other = '-'] of mergeOrdered(letters(left), letters(right), (a, b) =>
      a < b ? -1 : a > b ? 1 : 0,
    ))
      pairs.push(one + other)
    return pairs.join(' ')
  }

  it.each([
    ['', '', ''],
    ['ab', '', 'a- b-'],
    ['', 'ab', '-a -b'],
    ['abd', 'bcd', 'a- bb -c dd'],
    ['ace', 'bdf', 'a- -b c- -d e- -f'],
    // The same item twice, and out of order.
    ['aab', 'ab', 'aa a- bb'],
    ['ba', 'ab', '-a bb a-'],
  ])('"%s" and "%s" come side by side', async (left, right, pairs) => {
    expect(await merged(left, right)).toBe(pairs)
  })

  it('are both closed when the reader stops', async () => {
    const ended: string[] = []
    const noisy = async function* (name: string): AsyncGenerator<number> {
      try {
        for (let item = 0; ; item++) yield item
      } finally {
        ended.push(name)
      }
    }
    for await (const _pair of mergeOrdered(noisy('left'), noisy('right'), (a, b) => a - b)) break
    expect(ended).toEqual(['left', 'right'])
  })
})
