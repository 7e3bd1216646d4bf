import { down, replacing, taken, withAudio } from './identity.ts'
import { type Change, uploadId } from './sample.ts'

/** The findings of a rule for a changed sample: `severity code pointer`, and the message. */
export type MessageCase = readonly [rule: string, change: Change, where: string, message: string]

const writer = { name: 'Ada Byron', role: 'composer' }
const artist = (name: string) => ({ name, role: 'main_artist' })
const other = {
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9',
  releaseTitle: 'Older',
  title: 'Overture',
  isrc: 'ZZABC2600001',
  pcmSha256: '9'.repeat(64),
}
const labelCodes = { label: 'Blue Lamp', isrcPrefix: 'QZABC', upcRange: '0614141' }
const assigning = { assigns: { upc: true, isrc: true } }

/** What is missing, and identifiers. */
export const presenceMessages: readonly MessageCase[] = [
  [
    'no_outlet',
    { context: { outlets: [] }, release: { outlets: ['player'] } },
    'error no_outlet /outlets',
    'The hub has no outlets.',
  ],
  ['no_outlet', { release: { outlets: [] } }, 'error no_outlet /outlets', 'The release has no outlet.'],
  [
    'outlet_unknown',
    { release: { outlets: ['player', 'shop'] } },
    'error outlet_unknown /outlets/1',
    'The hub has no outlet named "shop".',
  ],
  [
    'withdrawn_by_sender',
    { release: { importIssues: [{ code: 'withdrawn_by_sender', message: 'Far Label withdrew it.' }] } },
    'error withdrawn_by_sender /importIssues/0',
    'Far Label withdrew it.',
  ],
  [
    'offer_not_imported',
    { release: { importIssues: [{ code: 'offer_not_imported', message: 'The hub does not support it.' }] } },
    'error offer_not_imported /importIssues/0',
    'The hub does not support it.',
  ],
  [
    'audio_missing',
    { tracks: [{}, { uploadId: null }] },
    'error audio_missing /tracks/1/uploadId',
    'Track "The Edge of Town" has no audio yet.',
  ],
  [
    'upload_gone',
    { uploads: { 2: null } },
    'error upload_gone /tracks/1/uploadId',
    'The file of track "The Edge of Town" no longer exists.',
  ],
  [
    'upload_gone',
    { uploads: { C: { status: 'expired' } } },
    'error upload_gone /coverUploadId',
    'The file of the cover no longer exists.',
  ],
  [
    'upload_kind_mismatch',
    { tracks: [{ uploadId: uploadId('C') }] },
    'error upload_kind_mismatch /tracks/0/uploadId',
    'The file of track "Intro" is an image, but must be an audio file.',
  ],
  [
    'upload_kind_mismatch',
    { release: { coverUploadId: uploadId('1') } },
    'error upload_kind_mismatch /coverUploadId',
    'The file of the cover is an audio file, but must be an image.',
  ],
  [
    'upload_not_ready',
    { uploads: { 1: { status: 'analysing' } } },
    'error upload_not_ready /tracks/0/uploadId',
    'The file of track "Intro" has not been analysed yet.',
  ],
  [
    'upload_not_ready',
    { uploads: { C: { status: 'awaiting_data' } } },
    'error upload_not_ready /coverUploadId',
    'The file of the cover has not been uploaded yet.',
  ],
  [
    'upload_rejected',
    { uploads: { 4: { status: 'rejected' } } },
    'error upload_rejected /tracks/3/uploadId',
    'The file of track "Last Exit" was rejected by the analysis.',
  ],
  ['label_missing', { release: { label: null } }, 'error label_missing /label', 'The release has no label.'],
  ['p_line_missing', { release: { pLine: null } }, 'error p_line_missing /pLine', 'The release has no P line (℗).'],
  ['c_line_missing', { release: { cLine: null } }, 'error c_line_missing /cLine', 'The release has no C line (©).'],
  ['genre_missing', { release: { genre: null } }, 'error genre_missing /genre', 'The release has no genre.'],
  [
    'language_missing',
    { release: { language: null } },
    'error language_missing /language',
    'The release has no metadata language.',
  ],
  [
    'explicit_missing',
    { release: { explicit: null } },
    'error explicit_missing /explicit',
    'The release has no parental advisory.',
  ],
  [
    'release_date_missing',
    { release: { releaseDate: null } },
    'error release_date_missing /releaseDate',
    'The release has no release date.',
  ],
  [
    'cover_missing',
    { release: { coverUploadId: null } },
    'error cover_missing /coverUploadId',
    'The release has no cover.',
  ],
  [
    'main_artist_missing',
    { release: { contributors: [writer] } },
    'error main_artist_missing /contributors',
    'The release has no main artist.',
  ],
  [
    'original_release_date_missing',
    { release: { originalReleaseDate: null } },
    'warning original_release_date_missing /originalReleaseDate',
    'The release has no original release date.',
  ],
  [
    'ai_usage_undeclared',
    { release: { aiUsage: null } },
    'warning ai_usage_undeclared /aiUsage',
    'The release does not declare its use of AI.',
  ],
  [
    'track_main_artist_missing',
    { tracks: [{ contributors: [writer] }] },
    'error track_main_artist_missing /tracks/0/contributors',
    'Track "Intro" has no main artist.',
  ],
  [
    'composer_missing',
    { tracks: [{ contributors: [artist('Ada')] }] },
    'error composer_missing /tracks/0/contributors',
    'Track "Intro" has no composer, lyricist or songwriter.',
  ],
  [
    'track_explicit_missing',
    { release: { explicit: 'explicit' }, trackCount: 2, tracks: [{ explicit: 'clean' }] },
    'error track_explicit_missing /tracks/1/explicit',
    'Track "The Edge of Town" has no parental advisory, but the release is explicit.',
  ],
  [
    'track_language_missing',
    { release: { language: null }, tracks: [{ language: null }] },
    'error track_language_missing /tracks/0/language',
    'Track "Intro" has no language, and neither has the release.',
  ],
  [
    'composition_missing',
    { tracks: [{ composition: null }] },
    'error composition_missing /tracks/0/composition',
    'Track "Intro" has no composition type.',
  ],
  [
    'samples_undeclared',
    { tracks: [{ containsSamples: null }] },
    'warning samples_undeclared /tracks/0/containsSamples',
    'Track "Intro" does not state whether it contains third-party samples.',
  ],
  [
    'track_ai_usage_undeclared',
    { release: { aiUsage: null }, trackCount: 2, tracks: [{ aiUsage: { vocals: 'none' } }] },
    'warning ai_usage_undeclared /tracks/1/aiUsage',
    'Track "The Edge of Town" does not declare its use of AI, but other tracks do.',
  ],
  ['upc_missing', { release: { upc: null } }, 'error identifier_missing /upc', 'The release has no UPC.'],
  [
    'isrc_missing',
    { tracks: [{ isrc: null }] },
    'error identifier_missing /tracks/0/isrc',
    'Track "Intro" has no ISRC.',
  ],
  [
    'upc_missing',
    { release: { upc: null }, context: { labelCodes } },
    'error identifier_missing /upc',
    'The release has no UPC. The UPC range 0614141 of label "Blue Lamp" has no free code left.',
  ],
  [
    'isrc_missing',
    { tracks: [{ isrc: null }], context: { labelCodes } },
    'error identifier_missing /tracks/0/isrc',
    'Track "Intro" has no ISRC. The ISRC prefix QZABC of label "Blue Lamp" has too few free codes left this year.',
  ],
  [
    'isrc_missing',
    { tracks: [{ isrc: null }], context: { labelCodes: { ...labelCodes, isrcPrefix: null } } },
    'error identifier_missing /tracks/0/isrc',
    'Track "Intro" has no ISRC.',
  ],
  [
    'upc_assigned',
    { release: { upc: null }, context: assigning },
    'note identifier_assigned /upc',
    'The release has no UPC. The hub assigns one when you submit.',
  ],
  [
    'isrc_assigned',
    { tracks: [{ isrc: null }], context: assigning },
    'note identifier_assigned /tracks/0/isrc',
    'Track "Intro" has no ISRC. The hub assigns one when you submit.',
  ],
  [
    'isrc_reused',
    { tracks: [{ isrc: null }], context: { knownRecordings: [{ ...other, pcmSha256: '1'.repeat(64) }] } },
    'note isrc_reused /tracks/0/isrc',
    'The audio is already known as ISRC ZZABC2600001: track "Overture" of release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9). The submission uses this ISRC.',
  ],
  [
    'duplicate_isrc',
    { tracks: [{ isrc: null }, { isrc: null, uploadId: uploadId('1') }], context: assigning },
    'error duplicate_isrc /tracks/1/isrc',
    'The audio is the same as track "Intro", so both would get the same ISRC.',
  ],
  [
    'isrc_invalid',
    { tracks: [{ isrc: 'ZZ-ABC-26-0001' }] },
    'error identifier_invalid /tracks/0/isrc',
    '"ZZ-ABC-26-0001" is not a valid ISRC.',
  ],
  [
    'upc_invalid',
    { release: { upc: '036000291453' } },
    'error identifier_invalid /upc',
    '"036000291453" is not a valid UPC.',
  ],
  ['upc_invalid', { release: { upc: '12345' } }, 'error identifier_invalid /upc', '"12345" is not a valid UPC.'],
  [
    'iswc_invalid',
    { tracks: [{ iswc: 'T-034.524.680-2' }] },
    'error identifier_invalid /tracks/0/iswc',
    '"T-034.524.680-2" is not a valid ISWC.',
  ],
  [
    'grid_invalid',
    { release: { grid: 'A1-2425G-ABC1234002-N' } },
    'error identifier_invalid /grid',
    '"A1-2425G-ABC1234002-N" is not a valid GRid.',
  ],
  [
    'isni_invalid',
    { release: { contributors: [{ ...artist('Ada'), partyIds: { isni: '0000000121032684' } }, writer] } },
    'error identifier_invalid /contributors/0/partyIds/isni',
    '"0000000121032684" is not a valid ISNI.',
  ],
  [
    'dpid_invalid',
    { release: { labelPartyIds: { dpid: 'Blue Lamp' } } },
    'error identifier_invalid /labelPartyIds/dpid',
    '"Blue Lamp" is not a valid DPID.',
  ],
  [
    'ipi_invalid',
    { release: { contributors: [{ ...artist('Ada'), partyIds: { ipi: '00014107339' } }, writer] } },
    'error identifier_invalid /contributors/0/partyIds/ipi',
    '"00014107339" is not a valid IPI name number.',
  ],
  [
    'duplicate_isrc',
    { tracks: [{}, { isrc: 'zzabc2600001' }] },
    'error duplicate_isrc /tracks/1/isrc',
    'ZZABC2600001 is also the ISRC of track "Intro".',
  ],
  [
    'isrc_other_audio',
    { context: { otherTracks: [other] } },
    'error isrc_other_audio /tracks/0/isrc',
    'ZZABC2600001 already belongs to a different recording: track "Overture" of release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9). It cannot be the ISRC of track "Intro" too.',
  ],
  [
    'audio_other_isrc',
    { context: { otherTracks: [{ ...other, isrc: 'ZZABC2500009', pcmSha256: '2'.repeat(64) }] } },
    'warning audio_other_isrc /tracks/1/isrc',
    'The audio is the same as track "Overture" of release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9), which has ISRC ZZABC2500009. This track has ISRC ZZABC2600002.',
  ],
  [
    'audio_other_isrc',
    { tracks: [{}, { uploadId: uploadId('1') }] },
    'warning audio_other_isrc /tracks/1/isrc',
    'The audio is the same as track "Intro", which has ISRC ZZABC2600001. This track has ISRC ZZABC2600002.',
  ],
  [
    'duplicate_upc',
    {
      context: {
        otherReleases: [
          { releaseId: other.releaseId, title: 'Older', gtin14: '00036000291452', place: 'out', isReplaced: false },
        ],
      },
    },
    'error duplicate_upc /upc',
    'Release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9) already has this UPC.',
  ],
  [
    'replaced_release_unknown',
    replacing(null),
    'error replaced_release_unknown /replaces',
    'This account has no release rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9.',
  ],
  [
    'replaced_release_unknown',
    replacing({ ...down, place: 'new' }),
    'error replaced_release_unknown /replaces',
    'Release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9) was never delivered, so it keeps no codes.',
  ],
  [
    'replaced_release_not_down',
    replacing({ ...down, place: 'out' }),
    'error replaced_release_not_down /replaces',
    'Release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9) is not taken down at all outlets.',
  ],
  [
    'replaced_release_not_down',
    replacing({ ...down, place: 'offered' }),
    'error replaced_release_not_down /replaces',
    'Release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9) was submitted again and waits for review.',
  ],
  [
    'replaced_release_taken',
    replacing(taken(true)),
    'error replaced_release_taken /replaces',
    'Release "Younger" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8) already replaces release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9).',
  ],
  [
    'replacement_audio',
    replacing(withAudio({ hasReason: false })),
    'error replacement_audio /tracks/1/uploadId',
    'ZZABC2600002 has other audio here than on the replaced release "Older" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9), and no reason is given.',
  ],
  [
    'replacement_audio',
    replacing(withAudio({ use: { releaseId: other.releaseId, releaseTitle: 'Third', isrc: null } })),
    'error replacement_audio /tracks/1/isrc',
    'ZZABC2600002 has other audio here than on release "Third" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9), which was also delivered with it.',
  ],
  [
    'replacement_audio',
    replacing(withAudio({ use: { releaseId: other.releaseId, releaseTitle: 'Third', isrc: 'ZZABC2500009' } })),
    'error replacement_audio /tracks/1/isrc',
    'The audio was already delivered as ISRC ZZABC2500009 on release "Third" (rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9). It cannot be ISRC ZZABC2600002 too.',
  ],
  [
    'duplicate_track',
    { tracks: [{}, { title: 'INTRO ' }] },
    'warning duplicate_track /tracks/1/title',
    'Another track has the same title, "INTRO ".',
  ],
]
