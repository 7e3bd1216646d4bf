import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../test/harness/random.ts'
import { type RecordFormat, splitRecords, type TextRecord } from './split-records.ts'

const csv: RecordFormat = { delimiter: ',', isQuoted: true }

async function* pieces(text: string, length: number): AsyncGenerator<string> {
  const characters = Array.from(text)
  for (let start = 0; start < characters.length; start += length) yield characters.slice(start, start + length).join('')
}

async function split(text: string, format = csv, length = 7): Promise<TextRecord[]> {
  const found: TextRecord[] = []
  for await (const part of splitRecords(pieces(text, length), format)) found.push(...part)
  return found
}

describe('splitRecords', () => {
  it.each<[string, string, string[][]]>([
    [
      'lines of any system',
      'a,b\nc,d\r\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    [
      'empty cells',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    [
      'quotes',
      '"a, b","c ""d"""\n"",x\n',
      [
        ['a, b', 'c "d"'],
        ['', 'x'],
      ],
    ],
    [
      'new lines in quotes',
      '"a\r\nb",c\nd,e\n',
      [
        ['a\r\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['quotes that are text', '7" mix,b\n', [['7" mix', 'b']]],
    ['text after a quote', 'a\n"b"c,d\n', [['a'], ['"b"c', 'd']]],
    ['a quoted end', 'a,"b"', [['a', 'b']]],
  ])('understands %s, wherever a piece ends', async (_, text, cells) => {
    for (const length of [1, 2, 3, 5, 1000])
      expect((await split(text, csv, length)).map((record) => record.cells)).toEqual(cells)
  })

  it('reads back any written records, in pieces of any length', async () => {
    const random = createRandom(20_261_122)
    for (let round = 0; round < 200; round++) {
      const rows = Array.from({ length: random.integer(1, 6) }, () =>
        Array.from({ length: 3 }, () =>
          Array.from({ length: random.integer(0, 5) }, () =>
            random.pick(['a', ',', '"', '\n', '\r\n', 'é', '😀']),
          ).join(''),
        ),
      )
      const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
      expect((await split(text, csv, random.integer(1, 9))).map(({ cells }) => cells)).toEqual(rows)
    }
  })

  it('has the line on which a record begins', async () => {
    expect((await split('a\n"b\nc"\n\nd\n')).map(({ line }) => line)).toEqual([1, 2, 4, 5])
  })

  it('keeps quotes that are part of a text', async () => {
    expect(await split('"a\tb"\n', { delimiter: '\t', isQuoted: false })).toEqual([{ line: 1, cells: ['"a', 'b"'] }])
  })

  it.each<[string, string, string]>([
    ['a quote that is never closed', 'a\n"b', 'line 2: A quotation mark is not closed.'],
    ['a line without an end', `a\n${'b'.repeat(70_000)}`, 'line 2: The line is longer than 65536 characters.'],
    ['a quote without an end', `a\n"${'b\n'.repeat(40_000)}`, 'line 2: The line is longer than 65536 characters.'],
    ['too many columns', `a\n${','.repeat(300)}\n`, 'line 2: The line has 301 columns.'],
  ])('refuses %s', async (_, text, problem) => {
    for (const length of [1000, 1_000_000]) await expect(split(text, csv, length)).rejects.toThrow(problem)
  })
})
