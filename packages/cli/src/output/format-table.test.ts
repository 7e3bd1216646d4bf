import { describe, expect, it } from 'vitest'
import { formatTable, truncateMiddle } from './format-table.ts'

const table = [
  ['id', ({ id }: Row) => id],
  ['title', ({ title }: Row) => title],
  ['year', ({ year }: Row) => year],
] as const

interface Row {
  readonly id: string
  readonly title: string
  readonly year: number | null
}

const rows: readonly Row[] = [
  { id: 'rel_1', title: '夜のドライブ', year: 2026 },
  { id: 'rel_22', title: 'A title \u001b[31mthat\nis rather long', year: null },
]

describe('tableLines', () => {
  it('aligns by what a terminal shows, without control characters', () => {
    expect(formatTable(table, rows, { header: true })).toEqual([
      'ID      TITLE                        YEAR',
      'rel_1   夜のドライブ                 2026',
      'rel_22  A title that is rather long  -',
    ])
  })

  it('shows an instant to the minute', () => {
    const instants = [{ id: 'a', title: 'gone 2026-11-21T01:59:58.956Z', year: null }]
    expect(formatTable(table, instants, { header: false })).toEqual(['a  gone 2026-11-21 01:59Z  -'])
    const alone = [{ id: 'a', title: '2026-11-21T01:59:58.956Z', year: null }]
    expect(formatTable(table, alone, { header: false, columns: 20 })).toEqual(['a  2026-11-21      -'])
  })

  it('shortens cells to fit, never the first, and leaves out the last columns where that is not enough', () => {
    expect(formatTable(table, rows, { header: true, columns: 26 })).toEqual([
      'ID      TITLE         YEAR',
      'rel_1   夜のドライブ  2026',
      'rel_22  A titl… long  -',
    ])
    expect(formatTable(table, rows, { header: true, columns: 18 })).toEqual([
      'ID      TITLE',
      'rel_1   夜の…イブ',
      'rel_22  A tit…long',
    ])
  })
})

describe('shorten', () => {
  it('cuts the middle and never a letter in two', () => {
    expect(truncateMiddle('Night Drive', 11)).toBe('Night Drive')
    expect(truncateMiddle('Night Drive', 7)).toBe('Nig…ive')
    expect(truncateMiddle('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧…👩‍👩‍👧')
  })
})
