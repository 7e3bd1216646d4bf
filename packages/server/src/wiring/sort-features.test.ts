import { expect, it } from 'vitest'
import { sortFeatures } from './sort-features.ts'

const sort = (needs: Readonly<Record<string, readonly string[]>>): string =>
  sortFeatures(Object.entries(needs).map(([name, names]) => ({ name, needs: names })))
    .map(({ name }) => name)
    .join(' ')

it('keeps the order of the list if no feature needs another', () => {
  expect(sort({ c: [], a: [], b: [] })).toBe('c a b')
})

it('puts each behind all it needs, also behind what those need', () => {
  expect(sort({ a: ['b'], b: ['d', 'c'], c: ['d'], d: ['database'] })).toBe('d c b a')
})

it('puts those that need the checks of the others last, with those that need them', () => {
  expect(sort({ page: ['health'], health: ['checks', 'a'], a: [], b: ['a'] })).toBe('a b health page')
})

it('names the ring of features that need each other', () => {
  expect(() => sort({ z: ['a'], a: ['b'], b: ['c'], c: ['a'] })).toThrow('Features need each other: a -> b -> c -> a')
  expect(() => sort({ a: ['a'] })).toThrow('Features need each other: a -> a')
})

it('refuses two features of one name', () => {
  const twice = { name: 'a', needs: [] }
  expect(() => sortFeatures([twice, { name: 'b', needs: [] }, { ...twice }])).toThrow('Two features have one name: a')
})
