import { describe, expect, it } from 'vitest'
import { ReleaseInput } from '../index.ts'
import { checkValue } from './check-value.ts'

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const tracks = [{ title: 'Intro', uploadId }]

describe('checkValue', () => {
  it('finds nothing in what the contract takes', () => {
    expect(checkValue(ReleaseInput, { title: 'Night Drive', type: 'ep', tracks })).toEqual([])
  })

  it.each([
    ['a slip in a name', { titel: 'x' }, '/titel', 'Unknown member "titel".', 'Did you mean `title`?'],
    ['another case', { type: 'EP' }, '/type', 'Must be one of `single`, `ep`, `album`.', 'Did you mean `ep`?'],
    ['no day', { releaseDate: '2026-02-30' }, '/releaseDate', 'Must be a valid date.', expect.any(String)],
    ['a number for text', { label: 7 }, '/label', 'Must be a string, not a number.', 'Put the value in quotes.'],
    ['one for a list', { keywords: 'a' }, '/keywords', 'Must be an array, not a string.', expect.any(String)],
    [
      'a role',
      { contributors: [{ name: 'Ada', role: 'singer' }] },
      '/contributors/0/role',
      expect.stringContaining('main_artist'),
      expect.any(String),
    ],
    [
      'an object that cannot be written as text',
      { label: { toString: 1, valueOf: 1 } },
      '/label',
      'Must be a string, not an object.',
      undefined,
    ],
    ['a part that is missing', { pLine: { year: 2026 } }, '/pLine/text', '"text" is required.', 'Add this member.'],
  ])('says where and how: %s', (_, given, pointer, detail, fix) => {
    const problems = checkValue(ReleaseInput, { title: 'Night Drive', type: 'ep', tracks, ...given })
    expect(problems).toEqual([{ pointer, code: expect.any(String), detail, fix }])
  })

  it('finds all problems in one call, in any number', () => {
    const many = Array.from({ length: 30 }, () => ({ title: ' ', 'a/b': 1 }))
    const problems = checkValue(ReleaseInput, { tracks: many })
    expect(problems.filter(({ code }) => code === 'required').map(({ pointer }) => pointer)).toContain('/title')
    expect(problems.filter(({ pointer }) => /^\/tracks\/\d+\/a~1b$/.test(pointer))).toHaveLength(30)
    expect(problems).toHaveLength(2 + 30 * 3)
  })

  it('is not blinded by more unknown members than it names', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`member${index}`, 1]))
    const valid = { title: 'Night Drive', type: 'ep', tracks }
    for (const given of [
      { ...valid, ...unknown },
      { ...unknown, ...valid },
      { ...valid, pLine: { year: 2026, text: 'a', ...unknown } },
    ]) {
      const problems = checkValue(ReleaseInput, given)
      expect(problems.length).toBeGreaterThan(500)
      expect(problems).toContainEqual(
        expect.objectContaining({ code: 'unknown_member', detail: 'Unknown member "member7".' }),
      )
    }
  })

  it('names the entries of a list that are the same', () => {
    const list = { type: 'array', uniqueItems: true }
    const details = [
      ['a', 'b', 'a'],
      [{ id: 1 }, { id: 2 }, { id: 2 }, { id: 1 }],
    ].map((given) => checkValue(list, given).map(({ detail }) => detail))
    expect(details).toEqual([
      ['Entries 0 and 2 (counted from 0) are the same.'],
      ['Entries 1 and 2 (counted from 0) are the same.'],
    ])
  })

  it('lets nothing through only because no words were left for it', () => {
    expect(checkValue({ type: 'object', required: ['title'] }, {}, 0)).toEqual([
      { pointer: '', code: 'invalid', detail: 'The value does not match the schema.' },
    ])
  })
})
