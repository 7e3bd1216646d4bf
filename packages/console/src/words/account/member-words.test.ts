import { describe, expect, it } from 'vitest'
import { describePlace, describeReason, parsePlace, writeValue } from './member-words.ts'

describe('a value in words', () => {
  it.each<[string, string, unknown, string]>([
    ['nothing', 'label', null, ''],
    ['text as it was written', 'title', 'free', 'free'],
    ['a choice', 'explicit', 'not_explicit', 'Not explicit'],
    ['no', 'isCompilation', false, 'no'],
    ['a day', 'releaseDate', '2027-01-15', '15 Jan 2027'],
    [
      'people',
      'contributors',
      [
        { name: 'Ada', role: 'main_artist' },
        { name: 'Ben', role: 'songwriter' },
      ],
      '\u200E\u2068Ada\u2069 (main artist), \u200E\u2068Ben\u2069 (songwriter)',
    ],
    ['a line with its year', 'pLine', { year: 2026, text: 'Night Label' }, '2026 Night Label'],
    ['territories', 'territories', { mode: 'include', codes: ['DE', '2136'] }, 'Only in these: Germany, 2136'],
    ['no territories', 'territories', null, 'Everywhere'],
    ['the use of AI', 'aiUsage', { vocals: 'none' }, 'Vocals: No AI'],
    ['markup as it is', 'keywords', ['<img src=x>', null, 'b'], '<img src=x>, b'],
  ])('writes %s', (_what, member, value, line) => expect(writeValue(member, value)).toBe(line))
})

describe('a place in words', () => {
  const tracks = [
    { id: 'trk_1', title: 'Opening' },
    { id: 'trk_2', title: 'Second Sun' },
  ]
  it.each([
    ['', 'Whole release'],
    ['/label', 'Label'],
    ['/pLine/year', '℗ Recording owner'],
    ['/tracks/1', 'Track 2, \u2068Second Sun\u2069'],
    ['/tracks/1/contributors/0/name', 'Track 2, \u2068Second Sun\u2069: Artists and credits'],
    ['/tracks', 'Tracks'],
    ['/nobodyKnows', 'nobodyKnows'],
  ])('names %s', (pointer, text) => expect(describePlace(pointer, tracks)).toBe(text))

  it('is used in the reasons that begin with it', () => {
    const reason = '/: Not yet.\n/tracks/0/title: Another one: see the cover.\n/label is a word here'
    expect(describeReason(reason)).toBe(
      'Whole release: Not yet.\nTrack 1: Title: Another one: see the cover.\n/label is a word here',
    )
    expect(describeReason('/tracks/1: Which take?', tracks)).toBe('Track 2, \u2068Second Sun\u2069: Which take?')
  })

  it('counts tracks from one', () => {
    expect(parsePlace('/tracks/0/title')).toEqual({ track: 1, member: 'title' })
    expect(parsePlace('/title')).toEqual({ track: undefined, member: 'title' })
  })
})
