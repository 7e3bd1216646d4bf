import { describe, expect, it } from 'vitest'
import { type Selection, selectReleases } from './select-releases.ts'

const nothing: Selection = { ids: undefined, all: false }

describe('selectReleases', () => {
  it.each<[string, Selection, object]>([
    ['ids', { ...nothing, ids: ['rel_1', 'rel_2'] }, { ids: ['rel_1', 'rel_2'] }],
    [
      'filters that are given',
      { ...nothing, label: 'Blue', status: 'live', query: undefined },
      { filters: { label: 'Blue', status: 'live' } },
    ],
    [
      'filters that say no',
      { ...nothing, deliveredTo: 'store', deliveryState: 'failed', hasErrors: false },
      { filters: { deliveredTo: 'store', deliveryState: 'failed', hasErrors: false } },
    ],
    ['everything on request', { ...nothing, all: true }, { filters: {} }],
  ])('takes %s', (_, given, selected) => expect(selectReleases(given)).toEqual(selected))

  it('takes nothing by default, so a forgotten option does not mean all releases', () =>
    expect(() => selectReleases(nothing)).toThrow('No releases are chosen'))

  it.each<[string, Selection]>([
    ['ids and a filter', { ...nothing, ids: ['rel_1'], label: 'Blue' }],
    ['a filter and all', { ...nothing, all: true, label: 'Blue' }],
    ['ids and all', { ...nothing, all: true, ids: ['rel_1'] }],
  ])('refuses %s', (_, given) => expect(() => selectReleases(given)).toThrow('chosen in several ways'))
})
