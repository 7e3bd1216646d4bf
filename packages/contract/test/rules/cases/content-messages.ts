import type { MessageCase } from './presence-messages.ts'

const writer = { name: 'Ada Byron', role: 'composer' }
const artist = (name: string) => ({ name, role: 'main_artist' })
const deal = {
  territories: { mode: 'worldwide' },
  startsAt: '2027-01-15',
  models: ['paid'],
  uses: ['download'],
  priceTier: 'front',
}
const releasedOn = (day: string) => ({ releaseDate: day, originalReleaseDate: day })

/** What contradicts itself or a list, and style. */
export const contentMessages: readonly MessageCase[] = [
  ['genre_unknown', { release: { genre: 'Hip-Hop' } }, 'error genre_unknown /genre', '"Hip-Hop" is not a genre code.'],
  [
    'genre_unknown',
    { release: { subgenre: 'noise?' } },
    'error genre_unknown /subgenre',
    '"noise?" is not a genre code.',
  ],
  [
    'language_invalid',
    { release: { language: 'english' } },
    'error language_invalid /language',
    '"english" is not a language tag.',
  ],
  [
    'language_undetermined',
    { release: { language: 'und' } },
    'warning language_undetermined /language',
    '"und" does not name a language.',
  ],
  [
    'territory_unknown',
    { tracks: [{ recordingCountry: 'UK' }] },
    'error territory_unknown /tracks/0/recordingCountry',
    '"UK" is not a territory code.',
  ],
  [
    'time_zone_unknown',
    { release: { timeZone: 'Europe/Gotham' } },
    'error time_zone_unknown /timeZone',
    '"Europe/Gotham" is not a time zone.',
  ],
  [
    'control_characters',
    { release: { label: 'Blue\u0007Lamp' } },
    'error control_characters /label',
    'The text contains a control character or an incomplete character.',
  ],
  [
    'date_invalid',
    { release: { originalReleaseDate: '2026-02-30' } },
    'error date_invalid /originalReleaseDate',
    '2026-02-30 is not a valid date.',
  ],
  [
    'original_date_after_release',
    { release: { originalReleaseDate: '2027-01-16' } },
    'error original_date_after_release /originalReleaseDate',
    'The original release date 2027-01-16 is after the release date 2027-01-15.',
  ],
  [
    'preorder_not_before_release',
    { release: { preorderDate: '2027-01-15' } },
    'error preorder_not_before_release /preorderDate',
    'Pre-orders start on 2027-01-15, which is not before the release date 2027-01-15.',
  ],
  [
    'short_lead',
    { release: releasedOn('2026-11-20') },
    'warning short_lead /releaseDate',
    'The release date is today. Outlets ask for 7 days.',
  ],
  [
    'short_lead',
    { release: releasedOn('2026-11-21') },
    'warning short_lead /releaseDate',
    'The release date is in 1 day. Outlets ask for 7 days.',
  ],
  [
    'short_lead',
    { release: releasedOn('2026-11-26') },
    'warning short_lead /releaseDate',
    'The release date is in 6 days. Outlets ask for 7 days.',
  ],
  [
    'release_date_past',
    { release: releasedOn('2026-11-19') },
    'warning release_date_past /releaseDate',
    'The release date 2026-11-19 is in the past.',
  ],
  [
    'year_in_future',
    { release: { cLine: { year: 2028 } } },
    'error year_in_future /cLine/year',
    'The year 2028 is after 2027.',
  ],
  [
    'deal_ends_before_start',
    { release: { deals: [{ ...deal, endsAt: '2027-01-14' }] } },
    'error deal_ends_before_start /deals/0/endsAt',
    'The deal ends on 2027-01-14, before its start on 2027-01-15.',
  ],
  [
    'territories_contradict',
    { release: { territories: { mode: 'worldwide', codes: ['DE'] } } },
    'error territories_contradict /territories/codes',
    'The mode is worldwide, but territories are listed.',
  ],
  [
    'territories_empty',
    { tracks: [{ territories: { mode: 'include', codes: [] } }] },
    'error territories_empty /tracks/0/territories',
    'No territories remain.',
  ],
  [
    'territories_not_narrower',
    {
      release: { territories: { mode: 'exclude', codes: ['DE', 'FR'] } },
      tracks: [{ territories: { mode: 'worldwide' } }],
    },
    'error territories_not_narrower /tracks/0/territories',
    'These territories are not in the territories of the release: DE, FR.',
  ],
  [
    'territories_not_narrower',
    { release: { territories: { mode: 'exclude', codes: ['AT', 'DE', 'ES', 'FR', 'GB', 'IT', 'US'] }, deals: [deal] } },
    'error territories_not_narrower /deals/0/territories',
    'These territories are not in the territories of the release: AT, DE, ES, FR, GB and 2 more.',
  ],
  [
    'conflicting_availability_periods',
    { release: { deals: [deal, { ...deal, priceTier: 'budget' }] } },
    'error conflicting_availability_periods /deals/1',
    'This deal covers the same territory, period, model and use as deal 1, but has different terms.',
  ],
  [
    'conflicting_availability_periods',
    { release: { preorderDate: '2027-01-01', deals: [{ ...deal, startsAt: '2027-01-14' }] } },
    'error conflicting_availability_periods /deals/0',
    'This deal sells the release before its release date, during the pre-order period.',
  ],
  [
    'licence_missing',
    { tracks: [{ composition: 'adaptation' }] },
    'error licence_missing /tracks/0/licence',
    'Track "Intro" is an adaptation but has no licence.',
  ],
  [
    'published_after_release',
    { tracks: [{ firstPublicationDate: '2027-01-16' }] },
    'error published_after_release /tracks/0/firstPublicationDate',
    'The first publication date 2027-01-16 is after the release date 2027-01-15.',
  ],
  [
    'rights_controller_missing',
    {
      release: {
        deals: [
          {
            territories: { mode: 'worldwide' },
            startsAt: '2027-01-15',
            models: ['free'],
            uses: ['ugc'],
            claimPolicy: 'block',
          },
        ],
      },
    },
    'warning rights_controller_missing /deals/0/claimPolicy',
    'Matches in user-generated content are claimed, but the rights controller is missing.',
  ],
  [
    'disc_title_without_disc',
    { release: { discTitles: ['Day', 'Night'] } },
    'warning disc_title_without_disc /discTitles/1',
    '"Night" is the title of disc 2, but the release has 1 disc.',
  ],
  [
    'line_redundant',
    { release: { pLine: { text: '℗ Blue Lamp' } } },
    'warning line_redundant /pLine/text',
    '"℗ Blue Lamp" contains the symbol or the year.',
  ],
  [
    'instrumental_with_words',
    { tracks: [{ instrumental: true, language: 'de' }] },
    'error instrumental_with_words /tracks/0/language',
    'Track "Intro" is instrumental, but has the language de.',
  ],
  [
    'instrumental_with_words',
    { tracks: [{ language: 'zxx', lyrics: { text: 'la', language: 'en' } }] },
    'error instrumental_with_words /tracks/0/lyrics',
    'Track "Intro" has the language zxx (no lyrics), but has lyrics.',
  ],
  [
    'explicit_inconsistent',
    { tracks: [{ explicit: 'explicit' }] },
    'error explicit_inconsistent /tracks/0/explicit',
    'Track "Intro" is explicit, but the release is not explicit.',
  ],
  [
    'duration_mismatch',
    { tracks: [{ durationMs: 238_999 }] },
    'error duration_mismatch /tracks/0/durationMs',
    'The duration is 238999 ms, but the audio lasts 240000 ms.',
  ],
  [
    'preview_after_end',
    { tracks: [{ previewStartMs: 240_000 }] },
    'error preview_after_end /tracks/0/previewStartMs',
    'The preview starts at 240 s, but the track ends at 240 s.',
  ],
  [
    'track_number_mismatch',
    { tracks: [{ number: 3 }] },
    'warning track_number_mismatch /tracks/0/number',
    'Track "Intro" has number 3, but its position is 1.',
  ],
  [
    'type_mismatch',
    { release: { type: 'single' } },
    'warning type_mismatch /type',
    'The type is single; stores would list it as EP, because it has 4 tracks with a total of 16:00, the longest 4:00.',
  ],
  [
    'various_artists',
    { release: { contributors: [...['A1', 'B1', 'C1', 'D1'].map(artist), writer] } },
    'warning various_artists /isCompilation',
    'The release has 4 main artists but is not marked as a compilation.',
  ],
  [
    'various_artists',
    { release: { isCompilation: true, displayArtist: 'Ada' } },
    'warning various_artists /displayArtist',
    'The display artist of this compilation is "Ada", not Various Artists.',
  ],
  [
    'compound_artist',
    { release: { contributors: [artist('Ada & Grace'), writer] } },
    'warning compound_artist /contributors/0/name',
    '"Ada & Grace" looks like more than one person or group.',
  ],
  [
    'ddex_word_unknown',
    { release: { contributors: [artist('Ada'), writer, { name: 'Cy', role: 'ddex:Rapper' }] } },
    'warning ddex_word_unknown /contributors/2/role',
    '"Rapper" is not a role of the DDEX lists.',
  ],
  [
    'ddex_word_unknown',
    {
      release: {
        contributors: [artist('Ada'), writer, { name: 'Cy', role: 'performer', instruments: ['ddex:Sitarr'] }],
      },
    },
    'warning ddex_word_unknown /contributors/2/instruments/0',
    '"Sitarr" is not an instrument of the DDEX lists.',
  ],
  [
    'single_title_mismatch',
    { trackCount: 1, tracks: [{ title: 'Night Drive', version: 'Live' }] },
    'warning single_title_mismatch /tracks/0/version',
    'The release has no version, but its only track has version "Live".',
  ],
  [
    'feat_style',
    { release: { title: 'Night Drive ft. Grace' } },
    'warning feat_style /title',
    '"Night Drive ft. Grace" names a featured artist after "ft.".',
  ],
  [
    'feat_style',
    { release: { title: 'Night Drive (feat. Grace)' } },
    'warning feat_style /title',
    '"Night Drive (feat. Grace)" names a featured artist, but no contributor has that role.',
  ],
  [
    'nonstandard_caps',
    { release: { title: 'NIGHT DRIVE' } },
    'warning nonstandard_caps /title',
    '"NIGHT DRIVE" is in all capitals.',
  ],
  [
    'nonstandard_caps',
    { release: { title: 'night drive' } },
    'warning nonstandard_caps /title',
    '"night drive" is in all lower case.',
  ],
  [
    'title_case',
    { release: { title: 'Night at The sea And you' } },
    'warning title_case /title',
    '"Night at The sea And you" is not in title case. Check "The", "sea", "And".',
  ],
  [
    'abbreviation',
    { release: { title: 'Songs, Volume 2' } },
    'warning abbreviation /title',
    '"Songs, Volume 2" contains "Volume". Stores use Vol. 1 and Pt. 1.',
  ],
  [
    'generic_title',
    { tracks: [{ title: 'Track 7' }] },
    'warning generic_title /tracks/0/title',
    '"Track 7" is a generic title.',
  ],
  [
    'default_version',
    { release: { version: 'Original Mix' } },
    'warning default_version /version',
    '"Original Mix" describes the original version.',
  ],
  [
    'promo_term',
    { release: { version: 'Limited Edition' } },
    'warning promo_term /version',
    '"Limited Edition" is a promotional term.',
  ],
  [
    'advisory_in_title',
    { release: { version: 'Clean' } },
    'warning advisory_in_title /version',
    '"Clean" belongs in the parental advisory field.',
  ],
  [
    'advisory_in_title',
    { tracks: [{ title: 'F**k' }] },
    'warning advisory_in_title /tracks/0/title',
    '"F**k" masks letters with asterisks.',
  ],
  [
    'type_in_title',
    { release: { title: 'Night Drive - EP' } },
    'warning type_in_title /title',
    '"Night Drive - EP" ends with its type, "- EP".',
  ],
]
