import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json.ts'

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text))

describe('parseStrictJson', () => {
  it.each([
    ['a member twice', '{"a":1,"a":2}', 'The member "a" appears twice in one object.'],
    ['a member twice in two spellings', '{"a":1,"\\u0061":2}', 'The member "a" appears twice in one object.'],
    ['a member twice deep inside', '{"x":[{"b":{}},{"c":1,"c":[]}]}', 'The member "c" appears twice in one object.'],
    ['__proto__', '{"__proto__":{}}', 'The member name "__proto__" is not allowed.'],
    ['__proto__ spelled with escapes', '{"\\u005f_proto__":1}', 'The member name "__proto__" is not allowed.'],
    ['NUL in a value', '{"a":"x\\u0000y"}', 'A string contains the character U+0000.'],
    ['NUL in a name', '{"x\\u0000y":1}', 'A string contains the character U+0000.'],
    ['half a surrogate pair', '{"a":"\\ud800"}', 'A string contains half of a surrogate pair.'],
    ['text that is not JSON', 'secret', 'The body is not valid JSON.'],
    ['nothing', '', 'The body is not valid JSON: it is incomplete.'],
    ['half an object', '{"a":', 'The body is not valid JSON: it is incomplete.'],
    [
      'a comma too many',
      '{\n  "a": 1,\n}',
      'The body is not valid JSON: expected double-quoted property name at line 3, column 1.',
    ],
    [
      'a line break in a string',
      '{"a":"x\ny"}',
      'The body is not valid JSON: bad control character in string literal at line 1, column 8.',
    ],
    [
      'two values',
      '{} {}',
      'The body is not valid JSON: unexpected non-whitespace character after JSON at line 1, column 4.',
    ],
    ['too many values', `[${'{},'.repeat(100_000)}1]`, 'The body has more than 100000 values.'],
    [
      'too many members of one object',
      JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`m${index}`, 1]))),
      'An object of the body has more than 1000 members.',
    ],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'The body is nested deeper than 32 levels.'],
  ])('refuses %s', (_, text, detail) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'invalid_json', message: detail }))
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(
      expect.objectContaining({ code: 'invalid_json', message: 'The body is not valid UTF-8.' }),
    )
  })

  it('accepts a hundred thousand values, and any number of commas in a string', () => {
    expect(parse(`[${'1,'.repeat(99_999)}"${','.repeat(200_000)}"]`)).toHaveLength(100_000)
  })

  it('accepts equal names in different objects, braces in strings and 32 levels', () => {
    expect(parse('[{"a":"}{"},{"a":"\\"a\\":"}]')).toEqual([{ a: '}{' }, { a: '"a":' }])
    expect(parse(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeDefined()
  })

  it('reads what JSON.stringify writes', () => {
    const value = fc
      .jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })
      .filter((json) => !JSON.stringify(json).includes('__proto__') && !JSON.stringify(json).includes('\\u0000'))
    fc.assert(
      fc.property(value, (json) => {
        expect(parse(JSON.stringify(json))).toEqual(JSON.parse(JSON.stringify(json)))
      }),
      { numRuns: 300 },
    )
  })
})
