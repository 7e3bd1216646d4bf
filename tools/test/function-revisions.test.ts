import { describe, expect, it } from 'vitest'
import { reviseFunction } from '../function-revisions.ts'

const text = `-- Adds.
create or replace function add(a int, b int)
  returns int language sql as $$ select a + b $$;
`
const first = reviseFunction('add.sql', text)

describe('the first line of a function of the database', () => {
  it('is made for a new one', () => {
    expect(first).toBe(`-- revision 1, text 1f52e690add54333, signature f6e7b58870769c41\n${text}`)
  })

  it('stays while the text does', () => {
    expect(reviseFunction('add.sql', first)).toBe(first)
  })

  it('has the next revision when the text has changed', () => {
    const second = reviseFunction('add.sql', first.replace('a + b', 'b + a'))
    expect(second).toMatch(/^-- revision 2, text d818f2b7b2470762, signature f6e7b58870769c41\n-- Adds/)
    expect(reviseFunction('add.sql', second.replace('b + a', 'a + b'))).toMatch(
      /^-- revision 3, text 1f52e690add54333,/,
    )
  })

  it.each([
    ['another parameter', 'b int', 'b int, c int default 0'],
    ['another type', 'a int', 'a bigint'],
    ['another name of a parameter', '(a int', '(x int'],
    ['another result', 'returns int', 'returns bigint'],
  ])('is refused with %s', (_, before, after) => {
    expect(() => reviseFunction('add.sql', first.replace(before, after))).toThrow(
      'add.sql has another signature. Add a new function beside it, under a new name',
    )
  })

  it('takes the same signature in other lines', () => {
    expect(reviseFunction('add.sql', first.replace('\n  returns', ' returns'))).toMatch(/^-- revision 2/)
  })

  it.each([
    ['another name than the file', 'sum.sql', text],
    ['two functions', 'add.sql', text + text],
    ['one that does not replace', 'add.sql', text.replace('or replace ', '')],
  ])('is refused for %s', (_, file, content) => {
    expect(() => reviseFunction(file, content)).toThrow('must have one statement "create or replace function')
  })
})
