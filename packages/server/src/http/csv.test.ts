import { expect, it } from 'vitest'
import { formatCsv } from './csv.ts'

it('writes RFC 4180: CR LF, every text in quotes, quotes doubled', () => {
  expect(
    formatCsv(
      ['a', 'b'],
      [
        ['x,y', 'say "hi"'],
        ['line\nbreak', ''],
        [1.5, true],
        [null, undefined],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"line\nbreak",\r\n1.5,true\r\n,\r\n')
})

it.each([
  ['=1+1', `"'=1+1"`],
  ['+49', `"'+49"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  ['\t=x', `"'\t=x"`],
  ['\r=x', `"'\r=x"`],
  ['\n=x', `"'\n=x"`],
  ['\uff1d1+1', `"'\uff1d1+1"`],
  ['\uff0b49', `"'\uff0b49"`],
  ['\uff0d1', `"'\uff0d1"`],
  ['\uff20sum', `"'\uff20sum"`],
  ['=a,"b"', `"'=a,""b"""`],
  // Quoted as a whole: a spreadsheet that splits at semicolons finds no cell that begins with the formula.
  ['a;=1+1', '"a;=1+1"'],
  ['a=b', '"a=b"'],
])('keeps a spreadsheet from running %j', (value, cell) => {
  expect(formatCsv(['t'], [[value]])).toBe(`t\r\n${cell}\r\n`)
})

it('does not mask a negative number as a formula', () => {
  expect(formatCsv(['n'], [[-5]])).toBe('n\r\n-5\r\n')
})
