import { describe, expect, it } from 'vitest'
import { groupFindings, type ShownFinding } from './group-findings.ts'

const finding = (track: number, more: Partial<ShownFinding> = {}): ShownFinding => ({
  code: 'composer_missing',
  severity: 'error',
  pointer: `/tracks/${track - 1}/contributors`,
  message: `Track ${track} has no composer, lyricist or songwriter.`,
  fix: 'Add a composer.',
  ...more,
})
const of = (...numbers: readonly number[]) => numbers.map((number) => finding(number))

describe('groupFindings', () => {
  it('shows once what applies to many tracks, with ranges', () => {
    const [only, ...others] = groupFindings(Array.from({ length: 200 }, (_, index) => finding(index + 1)))
    expect(others).toEqual([])
    expect(only?.message).toBe('Track 1 has no composer, lyricist or songwriter. The same applies to tracks 2-200.')
  })

  it.each([
    [[1, 2, 3], 'tracks 2-3'],
    [[1, 3, 5], 'tracks 3 and 5'],
    [[2, 4, 5, 6, 9], 'tracks 4-6 and 9'],
    [[1, 3, 5, 7, 8], 'tracks 3, 5 and 7-8'],
  ])('lists tracks %j as %s', (numbers, words) => {
    expect(groupFindings(of(...numbers))[0]?.message).toContain(`The same applies to ${words}.`)
  })

  it('leaves two of a kind as they are', () => {
    expect(groupFindings(of(1, 2))).toEqual(of(1, 2))
  })

  it.each([
    ['another code', finding(3, { code: 'language_missing' })],
    ['another severity', finding(3, { severity: 'warning' })],
    ['another member', finding(3, { pointer: '/tracks/2/title' })],
    ['another fix', finding(3, { fix: 'Do something else.' })],
    ['a file of its own', finding(3, { file: '03.wav' })],
    ['the release', finding(3, { pointer: '/label' })],
  ])('does not group with %s', (_name, other) => {
    expect(groupFindings([...of(1, 2), other])).toHaveLength(3)
  })
})
