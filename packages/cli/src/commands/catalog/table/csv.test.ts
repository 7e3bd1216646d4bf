import { describe, expect, it } from 'vitest'
import { formatRows, parseRows } from './csv.ts'

const cellsOf = (text: string) => parseRows(text).map(({ cells }) => cells)

describe('a table', () => {
  it.each([
    'plain',
    '',
    'a,b',
    'say "hi"',
    'two\nlines',
    '=1+1',
    "'=1",
    "''=1",
    "'Til Dawn",
    '-',
    '＝x',
    '@me',
    '\tx',
    ' x ',
  ])('has %j again after it was written and read', (text) =>
    expect(cellsOf(formatRows([['id', text, 'end']]))).toEqual([['id', text, 'end']]),
  )

  it.each(['=cmd', '+1', '-1', '@x', "'=x"])('masks %j, which a spreadsheet would run', (text) =>
    expect(formatRows([[text]])).toBe(`\ufeff'${text}\r\n`),
  )

  it('reads what spreadsheets write: semicolons, tabs, empty lines, no line end', () => {
    expect(cellsOf('a;b\r\n"1;2";3\r\n;;\r\n4;5')).toEqual([
      ['a', 'b'],
      ['1;2', '3'],
      ['4', '5'],
    ])
    expect(cellsOf('a\tb\n1\t')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ])
  })

  it('counts the lines of the file', () =>
    expect(parseRows('a,b\n"x\ny",1\nz,2').map(({ line }) => line)).toEqual([1, 2, 4]))

  it('refuses a quotation mark that is not closed', () =>
    expect(() => parseRows('a,b\n"x,1')).toThrow('Line 2 is not valid CSV'))
})
