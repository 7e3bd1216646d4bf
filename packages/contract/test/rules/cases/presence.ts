import { type RuleCase, ruleCase, uploadId } from './sample.ts'

const members = [
  ['label_missing', 'label'],
  ['p_line_missing', 'pLine'],
  ['c_line_missing', 'cLine'],
  ['genre_missing', 'genre'],
  ['language_missing', 'language'],
  ['explicit_missing', 'explicit'],
  ['release_date_missing', 'releaseDate'],
  ['cover_missing', 'coverUploadId'],
  ['original_release_date_missing', 'originalReleaseDate'],
  ['ai_usage_undeclared', 'aiUsage'],
] as const

const writer = { name: 'Ada Byron', role: 'composer' }
const artist = { name: 'Ada', role: 'main_artist' }
const withdrawn = { code: 'withdrawn_by_sender', message: 'Far Label withdrew it.' }

/** What has to be there: members of the release, of its tracks, and the uploads. */
export const presenceCases: readonly RuleCase[] = [
  ruleCase('no_outlet', 'the hub has none', { context: { outlets: [] }, release: { outlets: ['player'] } }, '/outlets'),
  ruleCase('no_outlet', 'the list is empty', { release: { outlets: [] } }, '/outlets'),
  ruleCase('no_outlet', 'none is named and the hub has one', {}),
  ruleCase(
    'withdrawn_by_sender',
    'it is the second of two issues',
    { release: { importIssues: [{ code: 'offer_not_imported', message: 'a' }, withdrawn] } },
    '/importIssues/1',
  ),
  ruleCase('withdrawn_by_sender', 'there is no issue', { release: { importIssues: [] } }),
  ruleCase(
    'offer_not_imported',
    'it is the first of two issues',
    { release: { importIssues: [{ code: 'offer_not_imported', message: 'a' }, withdrawn] } },
    '/importIssues/0',
  ),
  ruleCase('offer_not_imported', 'there is only another issue', { release: { importIssues: [withdrawn] } }),
  ruleCase('outlet_unknown', 'one of two is another', { release: { outlets: ['player', 'shop'] } }, '/outlets/1'),
  ruleCase('outlet_unknown', 'the hub has none at all', { context: { outlets: [] }, release: { outlets: ['shop'] } }),
  ...members.map(([rule, member]) =>
    ruleCase(rule, `${member} is absent`, { release: { [member]: null } }, `/${member}`),
  ),

  ruleCase('main_artist_missing', 'nobody is named', { release: { contributors: null } }, '/contributors'),
  ruleCase('main_artist_missing', 'only writers are named', { release: { contributors: [writer] } }, '/contributors'),
  ruleCase('main_artist_missing', 'it is a compilation', { release: { contributors: [], isCompilation: true } }),
  ruleCase('main_artist_missing', 'the role is that of DDEX', {
    release: { contributors: [{ name: 'Ada', role: 'ddex:MainArtist' }, writer] },
  }),

  ruleCase(
    'track_main_artist_missing',
    'a track names others only',
    { tracks: [{}, { contributors: [writer] }] },
    '/tracks/1/contributors',
  ),
  ruleCase(
    'track_main_artist_missing',
    'a compilation leaves a track without',
    { release: { contributors: [writer], isCompilation: true }, trackCount: 1 },
    '/tracks/0/contributors',
  ),
  ruleCase('track_main_artist_missing', 'nobody is named anywhere, which is told once for the release', {
    release: { contributors: null },
  }),

  ruleCase(
    'composer_missing',
    'no writer is named',
    { release: { contributors: [artist] }, trackCount: 2 },
    '/tracks/0/contributors',
    '/tracks/1/contributors',
  ),
  ruleCase('composer_missing', 'the work is in the public domain', {
    release: { contributors: [artist] },
    trackCount: 1,
    tracks: [{ composition: 'public_domain' }],
  }),
  ruleCase('composer_missing', 'the writer stands on the track', {
    release: { contributors: [artist] },
    trackCount: 1,
    tracks: [{ contributors: [artist, { name: 'B', role: 'ddex:Lyricist' }] }],
  }),

  ruleCase(
    'track_explicit_missing',
    'an explicit release leaves a track open',
    { release: { explicit: 'explicit' }, trackCount: 2, tracks: [{ explicit: 'explicit' }] },
    '/tracks/1/explicit',
  ),
  ruleCase('track_explicit_missing', 'there is one track', { release: { explicit: 'explicit' }, trackCount: 1 }),

  ruleCase(
    'track_language_missing',
    'it is absent, and the release has none',
    { release: { language: null }, tracks: [{ language: null }] },
    '/tracks/0/language',
  ),
  ruleCase('track_language_missing', 'it is that of the release', { tracks: [{ language: null }] }),
  ruleCase('track_language_missing', 'the track is instrumental', { tracks: [{ language: null, instrumental: true }] }),
  ruleCase('composition_missing', 'it is absent', { tracks: [{ composition: null }] }, '/tracks/0/composition'),
  ruleCase('samples_undeclared', 'it is absent', { tracks: [{ containsSamples: null }] }, '/tracks/0/containsSamples'),
  ruleCase(
    'track_ai_usage_undeclared',
    'one track declares and another does not',
    { release: { aiUsage: null }, trackCount: 2, tracks: [{ aiUsage: { vocals: 'assisted' } }] },
    '/tracks/1/aiUsage',
  ),
  ruleCase(
    'ai_usage_undeclared',
    'every part is undeclared',
    { release: { aiUsage: { vocals: 'undeclared', artwork: null } } },
    '/aiUsage',
  ),
  ruleCase('ai_usage_undeclared', 'every track declares', {
    release: { aiUsage: null },
    trackCount: 2,
    tracks: [{ aiUsage: { vocals: 'none' } }, { aiUsage: { lyrics: 'assisted' } }],
  }),
  ruleCase('track_ai_usage_undeclared', 'no track declares, which is told once for the release', {
    release: { aiUsage: null },
  }),

  ruleCase('audio_missing', 'the master is not here yet', { tracks: [{}, { uploadId: null }] }, '/tracks/1/uploadId'),
  ruleCase('upload_gone', 'the upload was removed', { uploads: { 2: null } }, '/tracks/1/uploadId'),
  ruleCase('upload_gone', 'the cover has expired', { uploads: { C: { status: 'expired' } } }, '/coverUploadId'),
  ruleCase(
    'upload_kind_mismatch',
    'a track is an image',
    { tracks: [{ uploadId: uploadId('C') }] },
    '/tracks/0/uploadId',
  ),
  ruleCase('upload_kind_mismatch', 'a cover is audio', { release: { coverUploadId: uploadId('1') } }, '/coverUploadId'),
  ruleCase(
    'upload_not_ready',
    'bytes or analysis are missing',
    { uploads: { 1: { status: 'awaiting_data' }, 2: { status: 'received' }, 3: { status: 'analysing' } } },
    '/tracks/0/uploadId',
    '/tracks/1/uploadId',
    '/tracks/2/uploadId',
  ),
  ruleCase('upload_rejected', 'the analysis said no', { uploads: { 4: { status: 'rejected' } } }, '/tracks/3/uploadId'),
]
