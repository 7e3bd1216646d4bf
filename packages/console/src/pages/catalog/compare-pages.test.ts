import { describe, expect, it } from 'vitest'
import type { CatalogEntry } from '../../data/queries/queries.ts'
import { comparePages, withNewer, withStatus } from './compare-pages.ts'

const item = (id: string, status = 'draft') => ({ id, deleted: false, status }) as unknown as CatalogEntry
const page = (ids: string, total = ids.length) => ({ data: [...ids].map((id) => item(id)), page: { total } })

describe('a first page that was loaded later', () => {
  it.each([
    ['has the same releases', ['abc'], 'abc', { fresh: 0, isCalm: true }],
    ['has a new one above', ['abc'], 'xab', { fresh: 1, isCalm: false }],
    ['has a new one between', ['abc'], 'axb', { fresh: 1, isCalm: false }],
    ['has one fewer', ['abc'], 'ac', { fresh: 0, isCalm: true }],
    ['has one fewer, and one that moved up at the end', ['abc'], 'acd', { fresh: 0, isCalm: true }],
    ['has only new ones', ['abc'], 'xyz', { fresh: 3, isCalm: false }],
    ['has the first release of all', [''], 'x', { fresh: 0, isCalm: true }],
    ['has them in another order', ['abc'], 'cab', { fresh: 0, isCalm: false }],
    ['stays the same while more are shown', ['abc', 'def'], 'abc', { fresh: 0, isCalm: false }],
    ['has new ones while more are shown', ['abc', 'def'], 'xya', { fresh: 2, isCalm: false }],
  ])('%s', (_case, shown, first, expected) => {
    const total = shown.join('').length
    const added = [...first].filter((id) => !shown.join('').includes(id)).length
    expect(
      comparePages(
        shown.map((ids) => page(ids, total)),
        page(first, total + added),
      ),
    ).toEqual(expected)
  })

  it('counts new releases that do not fit on it', () => {
    expect(comparePages([page('abc', 3)], page('xyz', 503))).toEqual({ fresh: 500, isCalm: false })
  })
})

describe('releases that are shown', () => {
  it('take what changed, and keep their order', () => {
    const shown = [item('a'), item('b'), item('c')]
    expect(withNewer(shown, [item('x'), item('c', 'live'), item('a')])).toEqual([
      item('a'),
      item('b'),
      item('c', 'live'),
    ])
  })

  it('change their status by an event, and disappear when they are deleted', () => {
    const shown = [item('a'), item('b')]
    const change = (status: string) => ({ id: 'b', status }) as unknown as Parameters<typeof withStatus>[1]
    expect(withStatus(shown, change('live'))).toEqual([item('a'), item('b', 'live')])
    expect(withStatus(shown, change('deleted'))).toEqual([item('a')])
  })
})
