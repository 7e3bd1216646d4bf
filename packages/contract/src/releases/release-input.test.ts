import { describe, expect, it } from 'vitest'
import { checkValue } from '../schema/check-value.ts'
import { ReleaseInput } from './release-model.ts'

/** The errors for each mistake in a release written by hand: pointer, code, what is wrong, and how to write it. */

type Row = readonly [what: string, members: object, problems: readonly (readonly string[])[]]

const uploadId = 'upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const releaseWith = (members: object, track: object = {}) => ({
  title: 'Night Drive',
  type: 'ep',
  tracks: [{ title: 'Intro', uploadId, ...track }],
  ...members,
})

const problemsOf = (value: object): readonly (readonly string[])[] =>
  checkValue(ReleaseInput, value).map(({ pointer, code, detail, fix }) =>
    fix === undefined ? [pointer, code, detail] : [pointer, code, detail, fix],
  )

const releaseSlips: readonly Row[] = [
  [
    'subtitle of 201 characters',
    { subtitle: 'x'.repeat(201) },
    [['/subtitle', 'max_length', 'Must have at most 200 characters, but has 201.']],
  ],
  ['an empty version', { version: '' }, [['/version', 'min_length', 'Must not be empty.']]],
  [
    'titles that are text',
    { titles: 'Nacht' },
    [['/titles', 'type', 'Must be an array, not a string.', 'Put the value in a list: [ ... ].']],
  ],
  [
    'a title without a language',
    { titles: [{ title: 'Nacht' }] },
    [['/titles/0/language', 'required', '"language" is required.', 'Add this member.']],
  ],
  [
    'a compilation in words',
    { isCompilation: 'yes' },
    [['/isCompilation', 'type', 'Must be a boolean, not a string.']],
  ],
  ['a label of no characters', { label: '' }, [['/label', 'min_length', 'Must not be empty.']]],
  ['a line of 1899', { pLine: { year: 1899, text: 'Ada' } }, [['/pLine/year', 'minimum', 'Must be at least 1900.']]],
  [
    'a line of a year in quotes',
    { pLine: { year: '2026', text: 'Ada' } },
    [['/pLine/year', 'type', 'Must be an integer, not a string.', 'Remove the quotes.']],
  ],
  [
    'a line with its sign as text',
    { cLine: '© 2026 Ada' },
    [['/cLine', 'type', 'Must be an object, not a string.', 'Use an object with the members `year`, `text`.']],
  ],
  [
    'a line without its holder',
    { cLine: { year: 2026 } },
    [['/cLine/text', 'required', '"text" is required.', 'Add this member.']],
  ],
  ['a line of blanks', { pLine: { year: 2026, text: ' ' } }, [['/pLine/text', 'pattern', 'Must not be blank.']]],
  ['a genre that is no text', { genre: ['rock'] }, [['/genre', 'type', 'Must be a string, not an array.']]],
  [
    'a language of 36 characters',
    { language: 'x'.repeat(36) },
    [['/language', 'max_length', 'Must have at most 35 characters, but has 36.']],
  ],
  [
    'a parental warning of another list',
    { explicit: 'yes' },
    [['/explicit', 'enum', 'Must be one of `explicit`, `clean`, `not_explicit`.', 'Use one of the listed values.']],
  ],
  [
    '21 keywords',
    { keywords: Array(21).fill('a') },
    [['/keywords', 'max_items', 'Must have at most 20 entries, but has 21.']],
  ],
  ['an empty keyword', { keywords: [''] }, [['/keywords/0', 'min_length', 'Must not be empty.']]],
  [
    'a UPC as a number',
    { upc: 200000000011 },
    [['/upc', 'type', 'Must be a string, not a number.', 'Put the value in quotes.']],
  ],
  [
    'a UPC of 41 characters',
    { upc: '1'.repeat(41) },
    [['/upc', 'max_length', 'Must have at most 40 characters, but has 41.']],
  ],
  ['an empty catalog number', { catalogNumber: '' }, [['/catalogNumber', 'min_length', 'Must not be empty.']]],
  [
    'a day without its month',
    { releaseDate: '2026-12' },
    [['/releaseDate', 'format', 'Must be a valid date.', 'Use YYYY-MM-DD, for example 2026-12-11.']],
  ],
  [
    'the 31st of April',
    { releaseDate: '2026-04-31' },
    [['/releaseDate', 'format', 'Must be a valid date.', 'Use YYYY-MM-DD, for example 2026-12-11.']],
  ],
  [
    'a time with seconds',
    { releaseTime: '18:30:00' },
    [
      [
        '/releaseTime',
        'pattern',
        'Does not have the required format: Time of day on releaseDate, default midnight; ERN StartDateTime.',
        'For example, `18:30`.',
      ],
    ],
  ],
  [
    'a 25th hour',
    { releaseTime: '25:00' },
    [
      [
        '/releaseTime',
        'pattern',
        'Does not have the required format: Time of day on releaseDate, default midnight; ERN StartDateTime.',
        'For example, `18:30`.',
      ],
    ],
  ],
  [
    'a mode of another list',
    { territories: { mode: 'all' } },
    [
      [
        '/territories/mode',
        'enum',
        'Must be one of `worldwide`, `include`, `exclude`.',
        'Use one of the listed values.',
      ],
    ],
  ],
  [
    'a code of three letters',
    { territories: { mode: 'include', codes: ['DEU'] } },
    [['/territories/codes/0', 'pattern', 'Does not have the required format: ISO 3166-1 alpha-2.', 'Write `DE`.']],
  ],
  [
    'a deal without models',
    { deals: [{ territories: { mode: 'worldwide' }, startsAt: '2026-12-11', uses: ['stream'] }] },
    [['/deals/0/models', 'required', '"models" is required.', 'Add this member.']],
  ],
  [
    'a deal with an empty list of uses',
    { deals: [{ territories: { mode: 'worldwide' }, startsAt: '2026-12-11', models: ['paid'], uses: [] }] },
    [['/deals/0/uses', 'min_items', 'Must have at least 1 entry, but has 0.']],
  ],
  [
    'a deal that starts at noon',
    { deals: [{ territories: { mode: 'worldwide' }, startsAt: 'noon', models: ['paid'], uses: ['stream'] }] },
    [
      [
        '/deals/0/startsAt',
        'pattern',
        'Does not have the required format: First date, or date and time; ERN ValidityPeriod/StartDate or StartDateTime.',
        'For example, `2026-12-11`.',
      ],
    ],
  ],
  [
    'a claim policy of another list',
    {
      deals: [
        {
          territories: { mode: 'worldwide' },
          startsAt: '2026-12-11',
          models: ['paid'],
          uses: ['ugc'],
          claimPolicy: 'mute',
        },
      ],
    },
    [['/deals/0/claimPolicy', 'enum', 'Must be one of `monetize`, `track`, `block`.', 'Use one of the listed values.']],
  ],
  ['an empty cover id', { coverUploadId: '' }, [['/coverUploadId', 'min_length', 'Must not be empty.']]],
  [
    'outlets as text',
    { outlets: 'sandbox' },
    [['/outlets', 'type', 'Must be an array or null, not a string.', 'Put the value in a list: [ ... ].']],
  ],
  ['an empty outlet', { outlets: [''] }, [['/outlets/0', 'min_length', 'Must not be empty.']]],
  [
    'an AI level of another list',
    { aiUsage: { vocals: 'some' } },
    [
      [
        '/aiUsage/vocals',
        'enum',
        'Must be one of `none`, `assisted`, `generated`, `undeclared`.',
        'Use one of the listed values.',
      ],
    ],
  ],
  [
    'an AI part of another list',
    { aiUsage: { drums: 'none' } },
    [
      [
        '/aiUsage/drums',
        'unknown_member',
        'Unknown member "drums".',
        'Remove it, or use one of `vocals`, `instruments`, `composition`, `lyrics`, `postProduction`, `artwork`.',
      ],
    ],
  ],
  [
    'metadata with a number',
    { metadata: { order: 4711 } },
    [['/metadata/order', 'type', 'Must be a string, not a number.', 'Put the value in quotes.']],
  ],
  [
    'an unknown submit',
    { submit: 'true' },
    [['/submit', 'type', 'Must be a boolean, not a string.', 'Remove the quotes.']],
  ],
]

const trackSlips: readonly Row[] = [
  ['a disc 0', { disc: 0 }, [['/tracks/0/disc', 'minimum', 'Must be at least 1.']]],
  ['a number 501', { number: 501 }, [['/tracks/0/number', 'maximum', 'Must be at most 500.']]],
  [
    'half a millisecond',
    { durationMs: 0.5 },
    [['/tracks/0/durationMs', 'type', 'Must be an integer or null, not a number.']],
  ],
  ['a blank title', { title: '  ' }, [['/tracks/0/title', 'pattern', 'Must not be blank.']]],
  ['an empty upload id', { uploadId: '' }, [['/tracks/0/uploadId', 'min_length', 'Must not be empty.']]],
  [
    'an unknown composition',
    { composition: 'remix' },
    [
      [
        '/tracks/0/composition',
        'enum',
        'Must be one of `original`, `cover`, `public_domain`, `adaptation`.',
        'Use one of the listed values.',
      ],
    ],
  ],
  [
    'a truth value in quotes',
    { instrumental: 'true' },
    [['/tracks/0/instrumental', 'type', 'Must be a boolean, not a string.', 'Remove the quotes.']],
  ],
  [
    'a country in lower case',
    { recordingCountry: 'de' },
    [
      [
        '/tracks/0/recordingCountry',
        'pattern',
        'Does not have the required format: Country of recording, ISO 3166-1 alpha-2.',
        'Write `DE`.',
      ],
    ],
  ],
  [
    'a recording before records',
    { recordingYear: 1859 },
    [['/tracks/0/recordingYear', 'minimum', 'Must be at least 1860.']],
  ],
  [
    'a preview before the start',
    { previewStartMs: -1 },
    [['/tracks/0/previewStartMs', 'minimum', 'Must be at least 0.']],
  ],
  [
    'lyrics as text',
    { lyrics: 'la la' },
    [
      [
        '/tracks/0/lyrics',
        'type',
        'Must be an object, not a string.',
        'Use an object with the members `text`, `language`.',
      ],
    ],
  ],
  [
    'lyrics without a language',
    { lyrics: { text: 'la' } },
    [['/tracks/0/lyrics/language', 'required', '"language" is required.', 'Add this member.']],
  ],
  [
    'a contributor of a role with a slip',
    { contributors: [{ name: 'Ada', role: 'main_artits' }] },
    [
      [
        '/tracks/0/contributors/0/role',
        'pattern',
        'Must be one of `main_artist`, `featured_artist`, `remixer`, `composer`, `lyricist`, `songwriter`, `producer`, `mixer`, `engineer`, `performer`, `conductor`, `orchestra`, `arranger`, `publisher`, or match ddex:[A-Za-z]{2,70}.',
        'Did you mean `main_artist`?',
      ],
    ],
  ],
  [
    'a contributor of no name',
    { contributors: [{ name: '', role: 'composer' }] },
    [['/tracks/0/contributors/0/name', 'min_length', 'Must not be empty.']],
  ],
  [
    'an unknown id of a person',
    { contributors: [{ name: 'Ada', role: 'composer', partyIds: { mbid: 'x' } }] },
    [
      [
        '/tracks/0/contributors/0/partyIds/mbid',
        'unknown_member',
        'Unknown member "mbid".',
        'Remove it, or use one of `isni`, `ipi`, `dpid`, `spotify`, `apple`.',
      ],
    ],
  ],
  [
    'a sequence 0',
    { contributors: [{ name: 'Ada', role: 'composer', sequence: 0 }] },
    [['/tracks/0/contributors/0/sequence', 'minimum', 'Must be at least 1.']],
  ],
  [
    'an availability of another list',
    { availability: { radio: true } },
    [
      [
        '/tracks/0/availability/radio',
        'unknown_member',
        'Unknown member "radio".',
        'Remove it, or use one of `stream`, `download`, `albumOnly`, `hidden`.',
      ],
    ],
  ],
  [
    'a restriction without uses',
    { restrictions: [{ uses: [] }] },
    [['/tracks/0/restrictions/0/uses', 'min_items', 'Must have at least 1 entry, but has 0.']],
  ],
  [
    '21 moods',
    { moods: Array(21).fill('calm') },
    [['/tracks/0/moods', 'max_items', 'Must have at most 20 entries, but has 21.']],
  ],
  [
    'the id of another track',
    { id: 'trk_01JD3MZ6V8Q4W9X2K7N5T0RHYB' },
    [
      [
        '/tracks/0/id',
        'unknown_member',
        'Unknown member "id".',
        'Remove it, or use one of `title`, `uploadId`, `disc`, `number`, `durationMs`, `subtitle`, `version`, `titles`, `displayArtist`, `contributors`, `isrc`, `iswc`, `explicit`, `language`, `instrumental`, `composition`, `licence`, `containsSamples`, `pLine`, `recordingCountry`, `recordingYear`, `firstPublicationDate`, `rightsController`, `previewStartMs`, `lyrics`, `genre`, `moods`, `aiUsage`, `territories`, `restrictions`, `availability`, `priceTier`, `deals`.',
      ],
    ],
  ],
]

describe('a release that is written by hand', () => {
  it('has no problem when it holds title, type and one track', () => {
    expect(problemsOf(releaseWith({}))).toEqual([])
  })

  it.each(releaseSlips)('reports %s', (_, members, problems) => {
    expect(problemsOf(releaseWith(members))).toEqual(problems)
  })

  it.each(trackSlips)('reports a track with %s', (_, members, problems) => {
    expect(problemsOf(releaseWith({}, members))).toEqual(problems)
  })

  it('reports every mistake at once', () => {
    const members = Object.assign({}, ...releaseSlips.slice(0, 10).map(([, slip]) => slip)) as object
    expect(problemsOf(releaseWith(members))).toHaveLength(7)
  })
})
