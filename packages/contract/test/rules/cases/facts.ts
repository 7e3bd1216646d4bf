import { type RuleCase, ruleCase } from './sample.ts'

const deal = {
  territories: { mode: 'worldwide' },
  startsAt: '2027-01-15',
  models: ['paid'],
  uses: ['download'],
  priceTier: 'front',
}
const controller = { name: 'Blue Lamp', share: 100 }
const cheap = { ...deal, priceTier: 'budget' }
const deals = (...list: object[]) => ({ release: { deals: list } })
const germany = { mode: 'include', codes: ['DE'] }

/** Codes, dates, rights and metadata of tracks. */
export const factCases: readonly RuleCase[] = [
  ruleCase(
    'genre_unknown',
    'it is no code',
    { release: { genre: 'Electronic', subgenre: 'x' } },
    '/genre',
    '/subgenre',
  ),
  ruleCase('genre_unknown', 'that of a track is no code', { tracks: [{ genre: 'noise?' }] }, '/tracks/0/genre'),
  ruleCase('language_invalid', 'it is a name', { release: { language: 'english' } }, '/language'),
  ruleCase(
    'language_invalid',
    'others are no tags',
    {
      release: { titles: [{ language: 'xx', title: 'N' }] },
      tracks: [{ lyrics: { text: 'la', language: 'e' } }],
    },
    '/titles/0/language',
    '/tracks/0/lyrics/language',
  ),
  ruleCase('language_undetermined', 'it is undetermined', { release: { language: 'und' } }, '/language'),
  ruleCase('language_undetermined', 'it is written in capitals', { release: { language: 'UND' } }, '/language'),
  ruleCase('language_undetermined', 'it is several', { release: { language: 'mul' } }, '/language'),
  ruleCase(
    'language_undetermined',
    'others are none',
    {
      release: { titles: [{ language: 'mul-Latn', title: 'N' }] },
      tracks: [{ language: 'mis', lyrics: { text: 'la', language: 'und' } }],
    },
    '/titles/0/language',
    '/tracks/0/language',
    '/tracks/0/lyrics/language',
  ),
  ruleCase('language_undetermined', 'a track is sung in several', {
    tracks: [{ language: 'mul', lyrics: { text: 'la', language: 'mul' } }],
  }),
  ruleCase('language_undetermined', 'there are no words', { tracks: [{ language: 'zxx' }] }),
  ruleCase('language_undetermined', 'it begins alike', { release: { language: 'mus' } }),
  ruleCase('language_invalid', 'it has a script', { release: { titles: [{ language: 'ja-Latn', title: 'N' }] } }),
  ruleCase(
    'territory_unknown',
    'codes are not assigned',
    { release: { territories: { mode: 'exclude', codes: ['UK', 'US'] } }, tracks: [{ recordingCountry: 'EU' }] },
    '/territories/codes/0',
    '/tracks/0/recordingCountry',
  ),
  ruleCase('territory_unknown', 'stores sell in it under a code of users', {
    release: { territories: { mode: 'include', codes: ['XK'] } },
  }),
  ruleCase('time_zone_unknown', 'nobody knows it', { release: { timeZone: 'Europe/Gotham' } }, '/timeZone'),
  ruleCase('time_zone_unknown', 'it is in the database', { release: { timeZone: 'Europe/Berlin' } }),
  ruleCase(
    'control_characters',
    'they stand in texts',
    { release: { label: 'Blue\u0007Lamp', metadata: { 'a/b': 'x\ny' } }, tracks: [{ title: 'In\u0085tro' }] },
    '/label',
    '/metadata/a~1b',
    '/tracks/0/title',
  ),
  ruleCase('control_characters', 'half a character stands in a text', { release: { label: 'Blue \ud83d' } }, '/label'),
  ruleCase('control_characters', 'lyrics have lines', { tracks: [{ lyrics: { text: 'la\nla', language: 'en' } }] }),

  ruleCase('date_invalid', 'a day does not exist', { release: { releaseDate: '2027-02-30' } }, '/releaseDate'),
  ruleCase(
    'date_invalid',
    'a deal starts on no day, and ends at no hour',
    deals({ ...deal, startsAt: '2026-13-01' }, { ...deal, endsAt: '2027-03-01T25:00:00Z' }),
    '/deals/0/startsAt',
    '/deals/1/endsAt',
  ),
  ruleCase('date_invalid', 'a deal starts at an instant', deals({ ...deal, startsAt: '2027-01-15T10:00:00Z' })),
  ruleCase(
    'original_date_after_release',
    'it is a day later',
    { release: { originalReleaseDate: '2027-01-16' } },
    '/originalReleaseDate',
  ),
  ruleCase(
    'preorder_not_before_release',
    'it is the same day',
    { release: { preorderDate: '2027-01-15' } },
    '/preorderDate',
  ),
  ruleCase('preorder_not_before_release', 'it is a day earlier', { release: { preorderDate: '2027-01-14' } }),
  ruleCase(
    'short_lead',
    'it is in six days',
    { release: { releaseDate: '2026-11-26', originalReleaseDate: '2026-11-26' } },
    '/releaseDate',
  ),
  ruleCase(
    'short_lead',
    'it is today',
    { release: { releaseDate: '2026-11-20', originalReleaseDate: '2026-11-20' } },
    '/releaseDate',
  ),
  ruleCase('short_lead', 'it is in seven days', {
    release: { releaseDate: '2026-11-27', originalReleaseDate: '2026-11-27' },
  }),
  ruleCase(
    'release_date_past',
    'it was yesterday',
    { release: { releaseDate: '2026-11-19', originalReleaseDate: '2026-11-19' } },
    '/releaseDate',
  ),
  ruleCase('release_date_past', 'it was delivered before', {
    release: { releaseDate: '2026-11-19', originalReleaseDate: '2026-11-19' },
    context: { delivered: true },
  }),
  ruleCase(
    'year_in_future',
    'it is the year after next',
    { release: { pLine: { year: 2028 }, cLine: { year: 2027 } }, tracks: [{ recordingYear: 2030 }] },
    '/pLine/year',
    '/tracks/0/recordingYear',
  ),
  ruleCase('deal_ends_before_start', 'it does', deals({ ...deal, endsAt: '2027-01-14' }), '/deals/0/endsAt'),
  ruleCase('deal_ends_before_start', 'it lasts one day', deals({ ...deal, endsAt: '2027-01-15' })),
  ruleCase(
    'published_after_release',
    'it is a day later',
    { tracks: [{ firstPublicationDate: '2027-01-16' }] },
    '/tracks/0/firstPublicationDate',
  ),
  ruleCase('published_after_release', 'it is the same day', { tracks: [{ firstPublicationDate: '2027-01-15' }] }),
  ruleCase(
    'date_invalid',
    'a recording came out on no day',
    { tracks: [{ firstPublicationDate: '2026-02-30' }] },
    '/tracks/0/firstPublicationDate',
  ),

  ruleCase(
    'territories_contradict',
    'worldwide lists codes',
    { release: { territories: { mode: 'worldwide', codes: ['DE'] } } },
    '/territories/codes',
  ),
  ruleCase('territories_contradict', 'worldwide lists none', {
    release: { territories: { mode: 'worldwide', codes: [] } },
  }),
  ruleCase(
    'territories_empty',
    'none is included',
    { release: { territories: { mode: 'include', codes: [] } } },
    '/territories',
  ),
  ruleCase(
    'territories_not_narrower',
    'a track and a deal go further',
    {
      release: { territories: germany, deals: [deal, { ...deal, territories: germany }] },
      tracks: [{ territories: { mode: 'include', codes: ['DE', 'FR'] } }, { territories: germany }],
    },
    '/deals/0/territories',
    '/tracks/0/territories',
  ),
  ruleCase('conflicting_availability_periods', 'two price tiers overlap', deals(deal, cheap), '/deals/1'),
  ruleCase(
    'conflicting_availability_periods',
    'the terms are the same',
    deals(deal, { ...deal, uses: ['download', 'stream'] }),
  ),
  ruleCase(
    'conflicting_availability_periods',
    'the models differ',
    deals(deal, { ...cheap, models: ['subscription'] }),
  ),
  ruleCase(
    'conflicting_availability_periods',
    'one begins on the last day of the other',
    deals({ ...deal, endsAt: '2027-03-01' }, { ...cheap, startsAt: '2027-03-01' }),
    '/deals/1',
  ),
  ruleCase(
    'conflicting_availability_periods',
    'one begins on the day after',
    deals({ ...deal, endsAt: '2027-03-01' }, { ...cheap, startsAt: '2027-03-02' }),
  ),
  ruleCase(
    'conflicting_availability_periods',
    'the territories differ',
    deals({ ...deal, territories: germany }, { ...cheap, territories: { mode: 'exclude', codes: ['DE'] } }),
  ),
  ruleCase(
    'conflicting_availability_periods',
    'two price tiers of one track overlap',
    { tracks: [{}, { deals: [deal, cheap] }] },
    '/tracks/1/deals/1',
  ),
  ruleCase('conflicting_availability_periods', 'a track has another price than the release', {
    release: { deals: [deal] },
    tracks: [{ deals: [cheap] }],
  }),
  ruleCase(
    'conflicting_availability_periods',
    'it is sold a minute before pre-orders end',
    {
      release: {
        releaseTime: '18:30',
        timeZone: 'Europe/Berlin',
        preorderDate: '2027-01-01',
        deals: [{ ...deal, startsAt: '2027-01-15T17:29:00Z' }],
      },
    },
    '/deals/0',
  ),
  ruleCase('conflicting_availability_periods', 'a pre-order without an end is over with the release', {
    release: { deals: [{ ...deal, startsAt: '2027-01-01', priceTier: 'early', preorder: true }, deal] },
  }),
  ruleCase(
    'conflicting_availability_periods',
    'it is sold before, while a pre-order without an end runs',
    {
      release: {
        deals: [
          { ...deal, startsAt: '2027-01-01', preorder: true },
          { ...deal, startsAt: '2027-01-14' },
        ],
      },
    },
    '/deals/1',
  ),
  ruleCase('conflicting_availability_periods', 'it is sold when pre-orders end', {
    release: {
      releaseTime: '18:30',
      timeZone: 'Europe/Berlin',
      preorderDate: '2027-01-01',
      deals: [deal, { ...deal, startsAt: '2027-01-15T17:30:00Z' }],
    },
  }),
  ruleCase(
    'deal_ends_before_start',
    'it is a deal of a track',
    { tracks: [{ deals: [{ ...deal, endsAt: '2027-01-14' }] }] },
    '/tracks/0/deals/0/endsAt',
  ),
  ruleCase(
    'territory_unknown',
    'it is in a deal of a track',
    { tracks: [{ deals: [{ ...deal, territories: { mode: 'include', codes: ['DE', 'ZZ'] } }] }] },
    '/tracks/0/deals/0/territories/codes/1',
  ),
  ruleCase('licence_missing', 'a cover names none', { tracks: [{ composition: 'cover' }] }, '/tracks/0/licence'),
  ruleCase('licence_missing', 'a cover names one', { tracks: [{ composition: 'cover', licence: 'GEMA 4711' }] }),
  ruleCase(
    'rights_controller_missing',
    'a deal claims, and one track alone names one',
    { ...deals(deal, { ...deal, uses: ['ugc'], claimPolicy: 'monetize' }), tracks: [{ rightsController: controller }] },
    '/deals/1/claimPolicy',
  ),
  ruleCase('rights_controller_missing', 'the release names one', {
    release: { deals: [{ ...deal, uses: ['ugc'], claimPolicy: 'monetize' }], rightsController: controller },
  }),
  ruleCase(
    'disc_title_without_disc',
    'there is one disc',
    { release: { discTitles: ['Day', 'Night'] } },
    '/discTitles/1',
  ),
  ruleCase('disc_title_without_disc', 'there are two discs', {
    release: { discTitles: ['Day', 'Night'] },
    tracks: [{}, { disc: 2 }],
  }),
  ruleCase(
    'line_redundant',
    'sign or year stand in the text',
    {
      release: { pLine: { text: '℗ 2026 Blue Lamp' }, cLine: { text: '2026 Blue Lamp' } },
      tracks: [{ pLine: { year: 2026, text: '(P) X' } }],
    },
    '/pLine/text',
    '/cLine/text',
    '/tracks/0/pLine/text',
  ),
  ruleCase('line_redundant', 'the holder has a number', { release: { pLine: { text: 'Studio 1999' } } }),

  ruleCase(
    'instrumental_with_words',
    'there are lyrics or a language',
    {
      tracks: [
        { instrumental: true, language: null, lyrics: { text: 'la', language: 'en' } },
        { instrumental: true, language: 'de' },
        { language: 'zxx', lyrics: { text: 'la', language: 'en' } },
      ],
    },
    '/tracks/0/lyrics',
    '/tracks/1/language',
    '/tracks/2/lyrics',
  ),
  ruleCase('instrumental_with_words', 'the language is zxx', { tracks: [{ instrumental: true, language: 'zxx' }] }),
  ruleCase(
    'explicit_inconsistent',
    'the release is milder',
    { tracks: [{}, { explicit: 'explicit' }] },
    '/tracks/1/explicit',
  ),
  ruleCase(
    'explicit_inconsistent',
    'the release is the clean version',
    { release: { explicit: 'clean' }, tracks: [{ explicit: 'explicit' }] },
    '/tracks/0/explicit',
  ),
  ruleCase('explicit_inconsistent', 'the release is explicit', {
    release: { explicit: 'explicit' },
    tracks: [{ explicit: 'clean' }, { explicit: 'explicit' }],
  }),
  ruleCase(
    'duration_mismatch',
    'it is off by more than a second',
    { tracks: [{ durationMs: 241_001 }] },
    '/tracks/0/durationMs',
  ),
  ruleCase('duration_mismatch', 'it is off by a second', { tracks: [{ durationMs: 241_000 }] }),
  ruleCase('duration_mismatch', 'the audio is not analysed', {
    tracks: [{ durationMs: 1 }],
    uploads: { 1: { technical: null } },
  }),
  ruleCase(
    'preview_after_end',
    'it starts at the end',
    { tracks: [{ previewStartMs: 240_000 }] },
    '/tracks/0/previewStartMs',
  ),
  ruleCase('preview_after_end', 'it starts before the end', { tracks: [{ previewStartMs: 239_999 }] }),
  ruleCase(
    'track_number_mismatch',
    'it does not follow',
    { tracks: [{ number: 1 }, { number: 3 }] },
    '/tracks/1/number',
  ),
  ruleCase('track_number_mismatch', 'each disc counts for itself', { tracks: [{ number: 1 }, { disc: 2, number: 1 }] }),
]
