import { expect, it } from 'vitest'
import { formatCsv } from './csv.ts'

it('writes RFC 4180: CR LF, quotes where needed, quotes doubled', () => {
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
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=x', "'\t=x"],
  ['\r=x', '"\'\r=x"'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['a=b', 'a=b'],
])('keeps a spreadsheet from running %j', (value, cell) => {
  expect(formatCsv(['t'], [[value]])).toBe(`t\r\n${cell}\r\n`)
})

it('leaves numbers alone', () => {
  expect(formatCsv(['n'], [[-5]])).toBe('n\r\n-5\r\n')
})
