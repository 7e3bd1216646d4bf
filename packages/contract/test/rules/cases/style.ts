import { type RuleCase, ruleCase } from './sample.ts'

/** One track, called by the title, on a release of another title: so at most one finding is about the title. */
const title = (text: string, more: object = {}) => ({ tracks: [{ title: text, ...more }] })
const releaseTitle = (text: string) => ({ release: { title: text } })
const version = (text: string) => ({ tracks: [{ version: text }] })

const writer = { name: 'Ada Byron', role: 'songwriter' }
const credited = (role: string, ...instruments: string[]) => ({
  tracks: [{ contributors: [...artists('Ada'), { name: 'Cy', role, instruments }] }],
})
const artists = (...names: string[]) => [...names.map((name) => ({ name, role: 'main_artist' })), writer]
const guest = { name: 'Grace', role: 'featured_artist' }

const flagged = (rule: string, ...titles: string[]) =>
  titles.map((text) => ruleCase(rule, `the title is ${text}`, title(text), '/tracks/0/title'))
const accepted = (rule: string, ...titles: string[]) =>
  titles.map((text) => ruleCase(rule, `the title is ${text}`, title(text)))

/** Style of titles and names, and the type. */
export const styleCases: readonly RuleCase[] = [
  ...flagged(
    'feat_style',
    'Intro ft. Grace',
    'Intro featuring Grace',
    'Intro (Feat. Grace)',
    'Intro feat. Grace',
    'Intro w/ Grace',
  ),
  ruleCase('feat_style', 'the form is right, the role is missing', title('Intro (feat. Grace)'), '/tracks/0/title'),
  ruleCase(
    'feat_style',
    'the form and the role are right',
    title('Intro (feat. Grace)', { contributors: [...artists('Ada'), guest] }),
  ),
  ...accepted('feat_style', 'No Mean Feat', 'Twenty ft of Snow', 'Featuring', 'With Grace', 'Soft Grace'),

  ruleCase('ddex_word_unknown', 'DDEX has no such role', credited('ddex:Rapper'), '/tracks/0/contributors/2/role'),
  ruleCase('ddex_word_unknown', 'the case is another', credited('ddex:mixer'), '/tracks/0/contributors/2/role'),
  ruleCase(
    'ddex_word_unknown',
    'it only marks own words',
    credited('ddex:UserDefined'),
    '/tracks/0/contributors/2/role',
  ),
  ruleCase(
    'ddex_word_unknown',
    'DDEX has no such instruments',
    credited('performer', 'ddex:Sitar', 'ddex:Sitarr', 'ddex:Zeusaphone'),
    '/tracks/0/contributors/2/instruments/1',
    '/tracks/0/contributors/2/instruments/2',
  ),
  ruleCase('ddex_word_unknown', 'DDEX has the words', credited('ddex:Vocalist', 'ddex:Piano')),
  ruleCase('ddex_word_unknown', 'the hub writes another word', credited('ddex:Producer')),
  ruleCase('ddex_word_unknown', 'they are artists', credited('ddex:FeaturedArtist')),
  ruleCase('ddex_word_unknown', 'it is no word of DDEX', credited('performer', 'Dustbin lid', 'sitarr')),

  ...flagged('nonstandard_caps', 'NIGHT DRIVE', 'LOVE SONG', 'night drive', 'nIgHt dRiVe', 'ночь'),
  ...accepted('nonstandard_caps', 'DNA', 'Night Drive', 'McDonald', '夜', '1999', 'iPhone', 'A'),
  ...flagged(
    'title_case',
    'The Edge Of Town',
    'Rain on glass',
    'the Edge of Town',
    'Spider-man',
    'Something To Say',
    'Love Is the',
    'Night: the Drive',
    'Turn the Light on',
    'in the Dark',
  ),
  ...accepted(
    'title_case',
    'The Edge of Town',
    'Turn On the Light',
    'Turn on the Light',
    'Rock-and-Roll',
    "Don't Stop",
    'Vida en el Mar',
    'My iPhone Rings',
    'Live (at the hall)',
    '1st Time',
    'What For',
    'Night: The Drive',
    'Über Alles',
  ),
  ...accepted('title_case', 'Thème d’amour', 'Główny motyw'),
  ruleCase('title_case', 'the language of the track is another', title('La vie en rose', { language: 'fr' })),
  ruleCase(
    'title_case',
    'the track is English on a release of another language',
    { release: { language: 'de' }, tracks: [{ title: 'Love theme', language: 'en' }] },
    '/tracks/0/title',
  ),
  ruleCase('title_case', 'the language is another', { release: { language: 'de', title: 'Nacht im wald' } }),
  ruleCase(
    'title_case',
    'the language is a kind of English',
    { release: { language: 'en-GB', title: 'Night in the wood' } },
    '/title',
  ),

  ...flagged('abbreviation', 'Songs Volume 2', 'Songs Vol 2', 'Songs, Part II', 'Songs Pt.1', 'Songs pt. 1'),
  ...accepted('abbreviation', 'Songs Vol. 2', 'Songs, Pt. II', 'Part of Me', 'Parting Ways', 'Volume'),
  ...flagged('generic_title', 'Track 1', 'track_02', 'Untitled', 'Untitled 3', 'Instrumental', 'Audio Track 7'),
  ...accepted('generic_title', 'Intro', '1999', 'Track of Time', 'Song 2 U', 'Instrumental Rain'),
  ruleCase('default_version', 'the version is the usual one', version('Original Mix'), '/tracks/0/version'),
  ...flagged('default_version', 'Intro (Album Version)', 'Intro - Original Mix'),
  ...accepted('default_version', 'The Original Version of Me', 'Intro (Live Version)'),
  ruleCase('promo_term', 'the version advertises', version('Limited Edition'), '/tracks/0/version'),
  ...flagged('promo_term', 'Intro (Exclusive)', 'Intro [Digital Edition]', 'Intro - Out Now'),
  ...accepted('promo_term', 'Digital Love', 'Exclusive'),
  ruleCase('advisory_in_title', 'the version tells it', version('Clean'), '/tracks/0/version'),
  ...flagged('advisory_in_title', 'Intro (Explicit)', 'Intro [Clean Version]', 'F**k', 'Sh*t'),
  ...accepted('advisory_in_title', 'Clean Slate', '5 * 3'),
  ...['Night Drive - EP', 'Night Drive – Single', 'Night Drive (EP)', 'Night Drive [The Album]'].map((text) =>
    ruleCase('type_in_title', `the title is ${text}`, releaseTitle(text), '/title'),
  ),
  ...['Night Drive', 'Single', 'The Album Leaf', 'Step'].map((text) =>
    ruleCase('type_in_title', `the title is ${text}`, releaseTitle(text)),
  ),

  ruleCase(
    'various_artists',
    'there are four main artists',
    { release: { contributors: artists('A1', 'B1') }, tracks: [{ contributors: artists('C1', 'D1') }] },
    '/isCompilation',
  ),
  ruleCase('various_artists', 'one of the four is named twice', {
    release: { contributors: artists('A1', 'B1') },
    tracks: [{ contributors: artists('C1', 'a1') }],
  }),
  ruleCase(
    'various_artists',
    'a compilation is shown by another name',
    { release: { isCompilation: true, displayArtist: 'Ada' } },
    '/displayArtist',
  ),
  ruleCase('various_artists', 'it is marked', {
    release: { contributors: artists('A1', 'B1', 'C1', 'D1'), isCompilation: true, displayArtist: 'Various Artists' },
  }),
  ...['Ada & Grace', 'Ada feat. Grace', 'Ada, Grace', 'Ada x Grace', 'Ada and Grace'].map((name) =>
    ruleCase(
      'compound_artist',
      `the name is ${name}`,
      { release: { contributors: artists(name) } },
      '/contributors/0/name',
    ),
  ),
  ...['Ada', 'Andy Sand', 'Malcolm X', 'AC/DC', 'Tyler,The'].map((name) =>
    ruleCase('compound_artist', `the name is ${name}`, { release: { contributors: artists(name) } }),
  ),
  ruleCase('compound_artist', 'it is a publisher', {
    release: { contributors: [...artists('Ada'), { name: 'Byron & Sons', role: 'publisher' }] },
  }),
  ruleCase(
    'single_title_mismatch',
    'title, version and artists differ',
    { trackCount: 1, tracks: [{ version: 'Live', contributors: artists('Bob') }], release: { type: 'single' } },
    '/tracks/0/title',
    '/tracks/0/version',
    '/tracks/0/contributors',
  ),
  ruleCase('single_title_mismatch', 'all are equal', { trackCount: 1, tracks: [{ title: 'Night Drive' }] }),
  ruleCase('single_title_mismatch', 'there are more tracks', { trackCount: 2 }),
  ruleCase('type_mismatch', 'four tracks are a single', { release: { type: 'single' } }, '/type'),
  ruleCase('type_mismatch', 'one track is an EP', { trackCount: 1 }, '/type'),
  ruleCase('type_mismatch', 'one long track is an EP', {
    trackCount: 1,
    uploads: { 1: { technical: { durationMs: 600_000 } } },
  }),
]
