import { describe, expect, it } from 'vitest'
import { joinSegments } from './layout.ts'

const segment = (start: number, fence: number) => ({ path: `${start}.${fence}`, start, fence })
const names = (...given: [number, number][]): string[] =>
  joinSegments(given.map(([start, fence]) => segment(start, fence))).map(({ path }) => path)

describe('chain', () => {
  it('follows the segments of one writer after another', () =>
    expect(names([0, 1], [100, 2], [250, 7])).toEqual(['0.1', '100.2', '250.7']))

  it('leaves out what a later writer began before or at', () => {
    expect(names([0, 1], [100, 2], [100, 3])).toEqual(['0.1', '100.3'])
    expect(names([0, 1], [100, 2], [40, 3])).toEqual(['0.1', '40.3'])
    expect(names([0, 1], [100, 2], [0, 3])).toEqual(['0.3'])
  })

  it('does not depend on the order of the folder: a fenced writer may create its file late', () =>
    expect(names([100, 5], [100, 4], [0, 3])).toEqual(['0.3', '100.5']))
})
