import { describe, expect, it } from 'vitest'
import { dropEchoes, type Explanation, explainInvalid, type InvalidValue } from './explain-invalid.ts'

const manyMembers = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`member${index}`, {}]))

const cases: readonly (readonly [what: string, invalid: InvalidValue, explanation: Explanation])[] = [
  [
    'a missing member',
    { keyword: 'required', params: { missingProperty: 'title' } },
    { code: 'required', detail: '"title" is required.', fix: 'Add this member.' },
  ],
  [
    'a name with one wrong letter',
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'titel' },
      parentSchema: { properties: { title: {}, type: {} } },
    },
    { code: 'unknown_member', detail: 'Unknown member "titel".', fix: 'Did you mean `title`?' },
  ],
  [
    'a name in another case',
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'UploadID' },
      parentSchema: { properties: { uploadId: {} } },
    },
    { code: 'unknown_member', detail: 'Unknown member "UploadID".', fix: 'Did you mean `uploadId`?' },
  ],
  [
    'an unknown name beside few known ones',
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'colour' },
      parentSchema: { properties: { title: {}, type: {} } },
    },
    {
      code: 'unknown_member',
      detail: 'Unknown member "colour".',
      fix: 'Remove it, or use one of `title`, `type`.',
    },
  ],
  [
    'an unknown name where none are known',
    { keyword: 'additionalProperties', params: { additionalProperty: 'colour' } },
    { code: 'unknown_member', detail: 'Unknown member "colour".', fix: 'Remove it, or check its spelling.' },
  ],
  [
    'an unknown name beside more than forty known ones',
    {
      keyword: 'additionalProperties',
      params: { additionalProperty: 'colour' },
      parentSchema: { properties: manyMembers },
    },
    { code: 'unknown_member', detail: 'Unknown member "colour".', fix: 'Remove it, or check its spelling.' },
  ],
  [
    'a name of any length, of which it shows 64 letters',
    { keyword: 'additionalProperties', params: { additionalProperty: 'x'.repeat(80) } },
    {
      code: 'unknown_member',
      detail: 'Unknown member "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx".',
      fix: 'Remove it, or check its spelling.',
    },
  ],
  [
    'a word that is not on a list',
    { keyword: 'enum', params: { allowedValues: ['single', 'ep', 'album'] }, data: 'tape' },
    { code: 'enum', detail: 'Must be one of `single`, `ep`, `album`.', fix: 'Use one of the listed values.' },
  ],
  [
    'a word in another case',
    { keyword: 'enum', params: { allowedValues: ['single', 'ep', 'album'] }, data: 'EP' },
    { code: 'enum', detail: 'Must be one of `single`, `ep`, `album`.', fix: 'Did you mean `ep`?' },
  ],
  [
    'a word with a slip',
    { keyword: 'enum', params: { allowedValues: ['single', 'ep', 'album'] }, data: 'sinlge' },
    { code: 'enum', detail: 'Must be one of `single`, `ep`, `album`.', fix: 'Did you mean `single`?' },
  ],
  [
    'a number where a word is asked for',
    { keyword: 'enum', params: { allowedValues: ['single', 'ep'] }, data: 3 },
    { code: 'enum', detail: 'Must be one of `single`, `ep`.', fix: 'Use one of the listed values.' },
  ],
  [
    'a number that is not on a list',
    { keyword: 'enum', params: { allowedValues: [0, 3600] }, data: 5 },
    { code: 'enum', detail: 'Must be one of `0`, `3600`.', fix: 'Use one of the listed values.' },
  ],
  [
    'a number for text',
    { keyword: 'type', params: { type: 'string' }, data: 7 },
    { code: 'type', detail: 'Must be a string, not a number.', fix: 'Put the value in quotes.' },
  ],
  [
    'a truth value for text',
    { keyword: 'type', params: { type: 'string' }, data: true },
    { code: 'type', detail: 'Must be a string, not a boolean.', fix: 'Put the value in quotes.' },
  ],
  [
    'an object for text',
    { keyword: 'type', params: { type: 'string' }, data: {} },
    { code: 'type', detail: 'Must be a string, not an object.' },
  ],
  [
    'null for text',
    { keyword: 'type', params: { type: 'string' }, data: null },
    { code: 'type', detail: 'Must be a string, not null.' },
  ],
  [
    'text for a list',
    { keyword: 'type', params: { type: 'array' }, data: 'a' },
    { code: 'type', detail: 'Must be an array, not a string.', fix: 'Put the value in a list: [ ... ].' },
  ],
  [
    'an object for a list',
    { keyword: 'type', params: { type: 'array' }, data: {} },
    { code: 'type', detail: 'Must be an array, not an object.' },
  ],
  [
    'text for an object with known members',
    {
      keyword: 'type',
      params: { type: 'object' },
      data: '2026 Ada',
      parentSchema: { properties: { year: {}, text: {} } },
    },
    {
      code: 'type',
      detail: 'Must be an object, not a string.',
      fix: 'Use an object with the members `year`, `text`.',
    },
  ],
  [
    'text for an object without known members',
    { keyword: 'type', params: { type: 'object' }, data: 'x' },
    { code: 'type', detail: 'Must be an object, not a string.' },
  ],
  [
    'a number of a list in quotes',
    { keyword: 'enum', params: { allowedValues: [0, 3600] }, data: '3600' },
    { code: 'enum', detail: 'Must be one of `0`, `3600`.', fix: 'Remove the quotes.' },
  ],
  [
    'a number in quotes',
    { keyword: 'type', params: { type: 'integer' }, data: '12' },
    { code: 'type', detail: 'Must be an integer, not a string.', fix: 'Remove the quotes.' },
  ],
  [
    'a word for a number',
    { keyword: 'type', params: { type: 'integer' }, data: 'twelve' },
    { code: 'type', detail: 'Must be an integer, not a string.' },
  ],
  [
    'blanks for a number',
    { keyword: 'type', params: { type: 'number' }, data: '  ' },
    { code: 'type', detail: 'Must be a number, not a string.' },
  ],
  [
    'a truth value in quotes',
    { keyword: 'type', params: { type: 'boolean' }, data: 'true' },
    { code: 'type', detail: 'Must be a boolean, not a string.', fix: 'Remove the quotes.' },
  ],
  [
    'another word for a truth value',
    { keyword: 'type', params: { type: 'boolean' }, data: 'yes' },
    { code: 'type', detail: 'Must be a boolean, not a string.' },
  ],
  [
    'a type that may be null',
    { keyword: 'type', params: { type: ['integer', 'null'] }, data: [] },
    { code: 'type', detail: 'Must be an integer or null, not an array.' },
  ],
  [
    'a type with an example',
    { keyword: 'type', params: { type: 'string' }, data: {}, parentSchema: { examples: ['ZZ-ABC-26-00001'] } },
    { code: 'type', detail: 'Must be a string, not an object.', fix: 'For example, `ZZ-ABC-26-00001`.' },
  ],
  [
    'a constant',
    { keyword: 'const', params: { allowedValue: 'MUSIC' }, data: 'music' },
    { code: 'const', detail: 'Must be "MUSIC".' },
  ],
  [
    'a day that does not exist',
    { keyword: 'format', params: { format: 'date' }, data: '2026-02-30' },
    { code: 'format', detail: 'Must be a valid date.', fix: 'Use YYYY-MM-DD, for example 2026-12-11.' },
  ],
  [
    'an instant that is none',
    { keyword: 'format', params: { format: 'date-time' }, data: 'noon' },
    { code: 'format', detail: 'Must be a valid date and time.', fix: 'Use UTC, for example 2026-12-11T08:00:00.000Z.' },
  ],
  [
    'a format nobody wrote words for',
    { keyword: 'format', params: { format: 'ipv6' }, message: 'must match format "ipv6"' },
    { code: 'format', detail: 'Must match format "ipv6".' },
  ],
  [
    'a format without words and without a message',
    { keyword: 'format', params: { format: 'ipv6' } },
    { code: 'format', detail: 'Is not valid.' },
  ],
  [
    'a blank text',
    { keyword: 'pattern', params: { pattern: '\\S' }, data: ' ', parentSchema: { pattern: '\\S' } },
    { code: 'pattern', detail: 'Must not be blank.' },
  ],
  [
    'a role that is none',
    {
      keyword: 'pattern',
      params: {},
      data: 'singer',
      parentSchema: { pattern: '^(main_artist|composer|ddex:[A-Za-z]{2,70})$' },
    },
    {
      code: 'pattern',
      detail: 'Must be one of `main_artist`, `composer`, or match ddex:[A-Za-z]{2,70}.',
      fix: 'Use one of the listed values.',
    },
  ],
  [
    'a role with a slip',
    { keyword: 'pattern', params: {}, data: 'compozer', parentSchema: { pattern: '^(main_artist|composer)$' } },
    { code: 'pattern', detail: 'Must be one of `main_artist`, `composer`.', fix: 'Did you mean `composer`?' },
  ],
  [
    'the name of a territory',
    {
      keyword: 'pattern',
      params: {},
      data: 'Germany',
      parentSchema: { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] },
    },
    { code: 'pattern', detail: 'Does not have the required format: ISO 3166-1 alpha-2.', fix: 'Write `DE`.' },
  ],
  [
    'an unknown territory',
    {
      keyword: 'pattern',
      params: {},
      data: 'Atlantis',
      parentSchema: { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['DE'] },
    },
    { code: 'pattern', detail: 'Does not have the required format: ISO 3166-1 alpha-2.', fix: 'For example, `DE`.' },
  ],
  [
    'a pattern of a day',
    { keyword: 'pattern', params: {}, data: 'x', parentSchema: { pattern: '^[0-9]{4}$', format: 'date' } },
    { code: 'pattern', detail: 'Must be a valid date.', fix: 'Use YYYY-MM-DD, for example 2026-12-11.' },
  ],
  [
    'a pattern with a description',
    {
      keyword: 'pattern',
      params: {},
      data: 'x',
      parentSchema: { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' },
    },
    {
      code: 'pattern',
      detail: 'Does not have the required format: ISO 3166-1 alpha-2.',
      fix: 'Use a value that matches ^[A-Z]{2}$.',
    },
  ],
  [
    'a pattern with an example',
    { keyword: 'pattern', params: {}, data: 'x', parentSchema: { pattern: '^[a-z]$', examples: ['a'] } },
    { code: 'pattern', detail: 'Does not have the required format.', fix: 'For example, `a`.' },
  ],
  [
    'a number that is too small',
    { keyword: 'minimum', params: { limit: 1900 }, data: 1 },
    { code: 'minimum', detail: 'Must be at least 1900.' },
  ],
  [
    'a number that is too large',
    { keyword: 'maximum', params: { limit: 2200 }, data: 9999 },
    { code: 'maximum', detail: 'Must be at most 2200.' },
  ],
  [
    'an empty text',
    { keyword: 'minLength', params: { limit: 1 }, data: '' },
    { code: 'min_length', detail: 'Must not be empty.' },
  ],
  [
    'a text that is too short',
    { keyword: 'minLength', params: { limit: 3 }, data: 'ab' },
    { code: 'min_length', detail: 'Must have at least 3 characters.' },
  ],
  [
    'a text that is too long',
    { keyword: 'maxLength', params: { limit: 5 }, data: 'abcdef' },
    { code: 'max_length', detail: 'Must have at most 5 characters, but has 6.' },
  ],
  [
    'a text of emoji that is too long, counted as people count',
    { keyword: 'maxLength', params: { limit: 2 }, data: '🎵🎵🎵' },
    { code: 'max_length', detail: 'Must have at most 2 characters, but has 3.' },
  ],
  [
    'an empty list',
    { keyword: 'minItems', params: { limit: 1 }, data: [] },
    { code: 'min_items', detail: 'Must have at least 1 entry, but has 0.' },
  ],
  [
    'a list that is too short',
    { keyword: 'minItems', params: { limit: 3 }, data: [1] },
    { code: 'min_items', detail: 'Must have at least 3 entries, but has 1.' },
  ],
  [
    'a list that is too long',
    { keyword: 'maxItems', params: { limit: 2 }, data: [1, 2, 3] },
    { code: 'max_items', detail: 'Must have at most 2 entries, but has 3.' },
  ],
  [
    'a list with the same entry twice',
    { keyword: 'uniqueItems', params: { i: 2, j: 0 }, data: ['a', 'b', 'a'] },
    { code: 'unique_items', detail: 'Entries 0 and 2 (counted from 0) are the same.' },
  ],
  [
    'a keyword nobody wrote words for',
    { keyword: 'multipleOf', params: { limit: 2 }, message: 'must be multiple of 2' },
    { code: 'multiple_of', detail: 'Must be multiple of 2.' },
  ],
  [
    'a keyword of two words',
    { keyword: 'minProperties', params: { limit: 1 }, message: 'must NOT have fewer than 1 properties' },
    { code: 'min_properties', detail: 'Must NOT have fewer than 1 properties.' },
  ],
]

describe('explainInvalid', () => {
  it.each(cases)('explains %s', (_, invalid, explanation) => {
    expect(explainInvalid(invalid)).toEqual(explanation)
  })

  it.each(cases)('writes whole sentences about %s', (_, invalid) => {
    const { detail, fix } = explainInvalid(invalid)
    expect(detail).toMatch(/^["A-Z].*[.]$/s)
    if (fix !== undefined) expect(fix).toMatch(/^[A-Z].*[.?]$/s)
  })
})

describe('dropEchoes', () => {
  const problem = (pointer: string, code: string) => ({ pointer, code, detail: `${code} of ${pointer}` })
  const codesLeft = (...codes: string[]) =>
    dropEchoes(codes.map((code) => problem('/title', code))).map(({ code }) => code)

  it.each([
    [['type', 'enum'], ['enum']],
    [['pattern', 'format'], ['format']],
    [['min_length', 'pattern'], ['min_length']],
    [['max_length', 'pattern'], ['pattern']],
    [['max_length', 'pattern', 'format'], ['format']],
    [
      ['required', 'type'],
      ['required', 'type'],
    ],
    [['max_length'], ['max_length']],
  ])('leaves of %j at one place %j', (codes, left) => {
    expect(codesLeft(...codes)).toEqual(left)
  })

  it('keeps the problems of other places', () => {
    const problems = [problem('/title', 'pattern'), problem('/label', 'min_length')]
    expect(dropEchoes(problems)).toEqual(problems)
  })
})
