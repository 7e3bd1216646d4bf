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
  ['\t=x', `"'\t'=x"`],
  ['\r=x', `"'\r'=x"`],
  ['\n=x', `"'\n'=x"`],
  ['\tx', `"'\tx"`],
  ['\u00a0=1+1', `"'\u00a0=1+1"`],
  ['\ufeff=1+1', `"'\ufeff=1+1"`],
  ['\u200b\u3000 @sum', `"'\u200b\u3000 @sum"`],
  ['"=1+1', `"'""=1+1"`],
  ['|calc', `"'|calc"`],
  ['%0A=1+1', `"'%0A=1+1"`],
  ['\u22121+1', `"'\u22121+1"`],
  ['\ufe661+1', `"'\ufe661+1"`],
  ['\uff1d1+1', `"'\uff1d1+1"`],
  ['\uff0b49', `"'\uff0b49"`],
  ['\uff0d1', `"'\uff0d1"`],
  ['\uff20sum', `"'\uff20sum"`],
  ['=a,"b"', `"'=a,""b"""`],
  // A spreadsheet that splits at semicolons takes the quotes of all columns but the first for text.
  ['a;=1+1', `"a;'=1+1"`],
  ['a; \u00a0+1;-2', `"a;' \u00a0+1;'-2"`],
  ['a\n=1+1', `"a\n'=1+1"`],
  ['a\t@x', `"a\t'@x"`],
  ['a; b', '"a; b"'],
  ['100 % - more', '"100 % - more"'],
  ['a=b', '"a=b"'],
])('keeps a spreadsheet from running %j', (value, cell) => {
  expect(formatCsv(['t'], [[value]])).toBe(`t\r\n${cell}\r\n`)
})

it('does not mask a negative number as a formula', () => {
  expect(formatCsv(['n'], [[-5]])).toBe('n\r\n-5\r\n')
})
