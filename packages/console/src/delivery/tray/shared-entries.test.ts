import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entries, isSameEntries, mergeEntries, type Values, valuesOf, writeChanges } from './shared-entries.ts'

describe('values that several windows write', () => {
  it('keeps what each of two windows wrote at the same time', () => {
    const start = writeChanges({}, { title: 'Night', label: 'Blue' }, { by: 'a', now: 1 })
    const one = writeChanges(start, { title: 'Night Drive', label: 'Blue' }, { by: 'a', now: 5 })
    const other = writeChanges(start, { title: 'Night', label: 'Lamp' }, { by: 'b', now: 4 })
    expect(valuesOf(mergeEntries(one, other))).toEqual({ title: 'Night Drive', label: 'Lamp' })
  })

  it('takes the later of two that wrote the same value, also when it was taken away', () => {
    const start = writeChanges({}, { title: 'Night' }, { by: 'a', now: 1 })
    const typed = writeChanges(start, { title: 'Day' }, { by: 'a', now: 2 })
    const removed = writeChanges(start, {}, { by: 'b', now: 3 })
    expect(valuesOf(mergeEntries(typed, removed))).toEqual({})
  })

  it('counts what is written after something was seen as later, whatever the time of the clock', () => {
    const seen = writeChanges({}, { title: 'Night' }, { by: 'b', now: 1_000 })
    const written = writeChanges(seen, { title: 'Day' }, { by: 'a', now: 3 })
    expect(valuesOf(mergeEntries(seen, written))).toEqual({ title: 'Day' })
  })

  it('writes nothing where nothing changed', () => {
    const entries = writeChanges({}, { tracks: ['a', 'b'], cover: undefined }, { by: 'a', now: 1 })
    expect(writeChanges(entries, { tracks: ['a', 'b'] }, { by: 'b', now: 2 })).toBe(entries)
  })
})

describe('windows that exchange changes', () => {
  const values: fc.Arbitrary<Values> = fc.dictionary(
    fc.constantFrom('title', 'label', 'tracks'),
    fc.integer({ max: 3 }),
  )
  const history = fc.array(fc.record({ by: fc.constantFrom('a', 'b', 'c'), now: fc.nat(9), values }), { maxLength: 8 })
  const replay = (steps: readonly { by: string; now: number; values: Values }[]): Entries =>
    steps.reduce<Entries>((entries, step) => writeChanges(entries, step.values, step), {})

  it('end with the same in whatever order, however often', () => {
    fc.assert(
      fc.property(history, history, history, (one, two, three) => {
        // Windows never share a name, so no two versions of one moment are alike.
        const [a, b, c] = [one, two, three].map((steps, index) =>
          replay(steps.map((step) => ({ ...step, by: `${step.by}${index}` }))),
        ) as [Entries, Entries, Entries]
        const merged = mergeEntries(mergeEntries(a, b), c)
        expect(isSameEntries(merged, mergeEntries(c, mergeEntries(b, a)))).toBe(true)
        expect(valuesOf(mergeEntries(a, mergeEntries(c, b)))).toEqual(valuesOf(merged))
        expect(mergeEntries(merged, b)).toBe(merged)
      }),
    )
  })
})
