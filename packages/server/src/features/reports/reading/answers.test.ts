import { describe, expect, it } from 'vitest'
import { parseAnswer } from './answers.ts'

const cells = [
  'ZZABC2600001',
  '',
  'Intro',
  'Ada',
  'big',
  'DE',
  'paid',
  '2026-03-01',
  '2026-03-31',
  '1',
  '-2',
  'EUR',
  '-0.5',
]
const changed = (place: number, cell: unknown) => cells.map((one, at) => (at === place ? cell : one))
const read = (answer: unknown) => parseAnswer(JSON.stringify(answer))

describe("the child's answers about a report", () => {
  it('is lines, a head or problems', () => {
    expect(read({ lines: [cells] })).toEqual({
      lines: [
        {
          isrc: 'ZZABC2600001',
          gtin14: '',
          title: 'Intro',
          artist: 'Ada',
          store: 'big',
          territory: 'DE',
          model: 'paid',
          from: '2026-03-01',
          to: '2026-03-31',
          streams: '1',
          downloads: '-2',
          currency: 'EUR',
          revenue: '-0.5',
        },
      ],
    })
    expect(read({ head: null })).toEqual({ head: undefined })
    const head = { format: 'DSR', messageId: 'M', period: { from: '2026-03-01', to: '2026-03-31' } }
    expect(read({ head })).toEqual({ head })
    const problems = [{ line: 3, column: 'isrc', problem: 'It is wrong.', fix: 'right it.' }]
    expect(read({ problems })).toEqual({ problems })
    const setAside = [{ line: 3, column: 'isrc', cell: 'x', problem: 'It is wrong.', fix: 'right it.' }]
    expect(read({ setAside })).toEqual({ setAside })
    const counted = { format: 'table', skippedLines: 2, reported: [{ from: '2026-03-01', to: '2026-03-31' }] }
    expect(read({ head: counted })).toEqual({ head: counted })
  })

  it.each([
    ['no JSON', undefined],
    ['a list', []],
    ['nothing', {}],
    ['a line that is too short', { lines: [cells.slice(1)] }],
    ['a line that is too long', { lines: [[...cells, '']] }],
    ['a code that is none', { lines: [changed(0, 'x')] }],
    ['a number', { lines: [changed(9, 1)] }],
    ['a number in words', { lines: [changed(9, 'one')] }],
    ['a text that is too long', { lines: [changed(2, 'x'.repeat(201))] }],
    ['a day that is none', { lines: [changed(7, "2026-03-01'; drop table reports")] }],
    ['money with a sign between thousands', { lines: [changed(12, '1,000')] }],
    ['a head without a format', { head: {} }],
    ['a head with a time that is none', { head: { format: 'x', period: { from: 'a', to: 'b' } } }],
    ['no problem', { problems: [] }],
    ['nothing that is set aside', { setAside: [] }],
    ['set aside without a line', { setAside: [{ problem: 'x', fix: 'y' }] }],
    ['set aside in a line that no file has', { setAside: [{ line: 2 ** 31, problem: 'x', fix: 'y' }] }],
    ['set aside with a number for a cell', { setAside: [{ line: 1, cell: 1, problem: 'x', fix: 'y' }] }],
    [
      'more than can be set aside',
      { setAside: Array.from({ length: 1001 }, () => ({ line: 1, problem: 'x', fix: 'y' })) },
    ],
    ['less than nothing skipped', { head: { format: 'x', skippedLines: -1 } }],
    ['a reporting date that is none', { head: { format: 'x', reported: [{ from: '2026-03-01', to: '] drop' }] } }],
    ['a problem without a fix', { problems: [{ problem: 'x' }] }],
    ['a problem too long to be one', { problems: [{ problem: 'x'.repeat(3000), fix: 'y' }] }],
  ])('is not believed when it is %s', (_, answer) => {
    expect(parseAnswer(answer === undefined ? '{' : JSON.stringify(answer))).toBeUndefined()
  })
})
