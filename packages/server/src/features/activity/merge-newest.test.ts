import { describe, expect, it } from 'vitest'
import { mergeNewest } from './merge-newest.ts'

const list = (ats: string, next: string | null = null) => ({ data: Array.from(ats, (at) => ({ at })), next })
const written = (data: readonly { readonly at: string }[]): string => data.map(({ at }) => at).join('')

describe('two lists as one', () => {
  it.each([
    ['both whole', list('971'), list('853'), 9, '987531', [3, 3], false],
    ['up to the limit', list('971'), list('853'), 4, '9875', [2, 2], true],
    ['one of them empty', list(''), list('853'), 9, '853', [0, 3], false],
    ['nothing', list(''), list(''), 9, '', [0, 0], false],
    ['no further than the end of one that goes on', list('97', 'more'), list('8543'), 9, '987', [2, 1], true],
    ['all of the one where the other has ended', list('97', 'more'), list('8'), 9, '987', [2, 1], true],
  ] as const)('take %s', (_what, first, second, limit, expected, taken, hasMore) => {
    const merged = mergeNewest(first, second, limit)
    expect(written(merged.data)).toBe(expected)
    expect(merged).toMatchObject({ taken, hasMore })
  })

  it('take what happened at the same time from the first list first', () => {
    expect(mergeNewest(list('55'), list('5'), 2).taken).toEqual([2, 0])
  })
})
