import type { ReplacedRelease } from '@spindle/contract/rules'
import { type RuleCase, ruleCase, uploadId } from './sample.ts'

const party = (partyIds: object) => ({
  release: { contributors: [{ name: 'Ada', role: 'main_artist', partyIds }, writer] },
})
const writer = { name: 'Ada Byron', role: 'songwriter' }
const other = {
  releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY9',
  releaseTitle: 'Older',
  title: 'Overture',
  isrc: 'ZZABC2600001',
  pcmSha256: '9'.repeat(64),
}
/** The audio of the first track. */
const known = { ...other, pcmSha256: '1'.repeat(64) }
export const down: ReplacedRelease = {
  releaseId: other.releaseId,
  title: 'Older',
  place: 'down',
  replacedBy: null,
  otherAudio: [],
}
export const replacing = (replaced: ReplacedRelease | null) => ({
  release: { replaces: other.releaseId },
  context: { replaced },
})
export const taken = (isDelivered: boolean): ReplacedRelease => ({
  ...down,
  replacedBy: { releaseId: 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHY8', title: 'Younger', isDelivered },
})
export const withAudio = (audio: Partial<ReplacedRelease['otherAudio'][number]>): ReplacedRelease => ({
  ...down,
  otherAudio: [{ index: 1, isrc: 'ZZABC2600002', hasReason: true, use: null, ...audio }],
})
const assigning = { assigns: { upc: true, isrc: true } }

/** Identifiers and duplicates. */
export const identityCases: readonly RuleCase[] = [
  ruleCase('upc_missing', 'the hub assigns none', { release: { upc: null } }, '/upc'),
  ruleCase('upc_missing', 'the hub assigns one', { release: { upc: null }, context: assigning }),
  ruleCase('upc_assigned', 'the hub assigns one', { release: { upc: null }, context: assigning }, '/upc'),
  ruleCase('upc_assigned', 'there is one already', { context: assigning }),
  ruleCase('isrc_missing', 'the hub assigns none', { tracks: [{}, { isrc: null }] }, '/tracks/1/isrc'),
  ruleCase('isrc_missing', 'the hub assigns one', { tracks: [{ isrc: null }], context: assigning }),
  ruleCase('isrc_assigned', 'the hub assigns one', { tracks: [{ isrc: null }], context: assigning }, '/tracks/0/isrc'),
  ruleCase('isrc_missing', 'the hub assigns none, but the audio has one', {
    tracks: [{ isrc: null }],
    context: { knownRecordings: [known] },
  }),
  ruleCase('isrc_missing', 'another track with this audio has one', {
    tracks: [{}, { isrc: null, uploadId: uploadId('1') }],
  }),
  ruleCase('isrc_assigned', 'the audio has one', {
    tracks: [{ isrc: null }],
    context: { ...assigning, knownRecordings: [known] },
  }),
  ruleCase(
    'isrc_reused',
    'the audio has one',
    { tracks: [{ isrc: null }], context: { knownRecordings: [known] } },
    '/tracks/0/isrc',
  ),
  ruleCase('isrc_reused', 'the caller entered one', { context: { knownRecordings: [known] } }),
  ruleCase('isrc_reused', 'other audio has one', {
    tracks: [{ isrc: null }],
    context: { knownRecordings: [{ ...known, pcmSha256: '8'.repeat(64) }] },
  }),
  ruleCase('isrc_reused', 'the entered one is invalid', {
    tracks: [{ isrc: 'x' }],
    context: { knownRecordings: [known] },
  }),

  ruleCase('isrc_invalid', 'a digit is missing', { tracks: [{ isrc: 'ZZ-ABC-26-0001' }] }, '/tracks/0/isrc'),
  ruleCase('isrc_invalid', 'it is written in another way', { tracks: [{ isrc: 'isrc zzabc2600001' }] }),
  ruleCase('upc_invalid', 'the check digit is wrong', { release: { upc: '036000291453' } }, '/upc'),
  ruleCase('upc_invalid', 'it is an ISBN', { release: { upc: '978-3-16-148410-0' } }, '/upc'),
  ruleCase('upc_invalid', 'it is an ISMN with 14 digits', { release: { upc: '09790260000438' } }, '/upc'),
  ruleCase('upc_invalid', 'it has 13 digits', { release: { upc: '4006381333931' } }),
  ruleCase('iswc_invalid', 'the check digit is wrong', { tracks: [{ iswc: 'T-034.524.680-2' }] }, '/tracks/0/iswc'),
  ruleCase('iswc_invalid', 'it is right', { tracks: [{ iswc: 'T-034.524.680-1' }] }),
  ruleCase('grid_invalid', 'the check character is wrong', { release: { grid: 'A1-2425G-ABC1234002-N' } }, '/grid'),
  ruleCase(
    'isni_invalid',
    'the check character is wrong',
    party({ isni: '0000000121032684' }),
    '/contributors/0/partyIds/isni',
  ),
  ruleCase('ipi_invalid', 'the check digits are wrong', party({ ipi: '00014107339' }), '/contributors/0/partyIds/ipi'),
  ruleCase(
    'dpid_invalid',
    'those of label and rights controllers are none',
    {
      release: {
        labelPartyIds: { dpid: 'PADPIDA201412030' },
        rightsController: { name: 'Blue Lamp', partyIds: { dpid: 'x' }, share: 100 },
      },
      tracks: [{ rightsController: { name: 'Ada', partyIds: { dpid: 'y' }, share: 50 } }],
    },
    '/labelPartyIds/dpid',
    '/rightsController/partyIds/dpid',
    '/tracks/0/rightsController/partyIds/dpid',
  ),
  ruleCase('dpid_invalid', 'it is written with hyphens', party({ dpid: 'PA-DPIDA-2014120301-U' })),
  ruleCase('ipi_invalid', 'it is right', party({ ipi: '00014107338' })),

  ruleCase(
    'duplicate_isrc',
    'two tracks share one, written in two ways',
    { tracks: [{}, { isrc: 'zzabc2600001' }, { isrc: 'ZZABC2600001' }] },
    '/tracks/1/isrc',
    '/tracks/2/isrc',
  ),
  ruleCase(
    'duplicate_isrc',
    'two tracks without one have the same audio, and the hub would assign one',
    { tracks: [{ isrc: null }, { isrc: null, uploadId: uploadId('1') }], context: assigning },
    '/tracks/1/isrc',
  ),
  ruleCase('duplicate_isrc', 'two tracks with the same audio have none, and the hub assigns none', {
    tracks: [{ isrc: null }, { isrc: null, uploadId: uploadId('1') }],
  }),
  ruleCase(
    'duplicate_isrc',
    'a track without one has the audio of a track with one',
    { tracks: [{}, { isrc: null, uploadId: uploadId('1') }] },
    '/tracks/1/isrc',
  ),
  ruleCase(
    'isrc_other_audio',
    'the ISRC of its audio also belongs to other audio',
    { tracks: [{ isrc: null }], context: { knownRecordings: [known], otherTracks: [other] } },
    '/tracks/0/isrc',
  ),
  ruleCase('audio_other_isrc', 'the track takes the ISRC of its audio', {
    tracks: [{ isrc: null }],
    context: { knownRecordings: [known], otherTracks: [{ ...other, isrc: 'ZZABC2500009', pcmSha256: '1'.repeat(64) }] },
  }),
  ruleCase('duplicate_isrc', 'both are invalid', { tracks: [{ isrc: 'x' }, { isrc: 'x' }] }),
  ruleCase(
    'isrc_other_audio',
    'another release has it for other audio',
    { context: { otherTracks: [other] } },
    '/tracks/0/isrc',
  ),
  ruleCase('isrc_other_audio', 'another release has it for the same audio', {
    context: { otherTracks: [{ ...other, pcmSha256: '1'.repeat(64) }] },
  }),
  ruleCase('isrc_other_audio', 'the other audio is not analysed', {
    context: { otherTracks: [{ ...other, pcmSha256: null }] },
  }),
  ruleCase(
    'audio_other_isrc',
    'another release has the audio under another ISRC',
    { context: { otherTracks: [{ ...other, isrc: 'ZZABC2500009', pcmSha256: '2'.repeat(64) }] } },
    '/tracks/1/isrc',
  ),
  ruleCase(
    'audio_other_isrc',
    'two tracks of the release have the same audio',
    { tracks: [{}, { uploadId: uploadId('1') }] },
    '/tracks/1/isrc',
  ),
  ruleCase('audio_other_isrc', 'the other has no ISRC yet', {
    context: { otherTracks: [{ ...other, isrc: null, pcmSha256: '2'.repeat(64) }] },
  }),
  ruleCase(
    'duplicate_upc',
    'another release has it',
    {
      context: {
        otherReleases: [
          { releaseId: other.releaseId, title: 'Older', gtin14: '00036000291452', place: 'out', isReplaced: false },
        ],
      },
    },
    '/upc',
  ),
  ruleCase('duplicate_upc', 'another release has another', {
    context: {
      otherReleases: [
        { releaseId: other.releaseId, title: 'Older', gtin14: '04006381333931', place: 'out', isReplaced: false },
      ],
    },
  }),
  ruleCase('replaced_release_unknown', 'the account has none with this id', replacing(null), '/replaces'),
  ruleCase('replaced_release_unknown', 'it was never delivered', replacing({ ...down, place: 'new' }), '/replaces'),
  ruleCase('replaced_release_unknown', 'the account is not known', { release: { replaces: other.releaseId } }),
  ruleCase('replaced_release_not_down', 'an outlet has it', replacing({ ...down, place: 'out' }), '/replaces'),
  ruleCase('replaced_release_not_down', 'it waits for review', replacing({ ...down, place: 'offered' }), '/replaces'),
  ruleCase('replaced_release_not_down', 'no outlet has it', replacing(down)),
  ruleCase('replaced_release_taken', 'a submitted release replaces it', replacing(taken(false)), '/replaces'),
  ruleCase('replaced_release_taken', 'a delivered release replaces it', replacing(taken(true)), '/replaces'),
  ruleCase('replaced_release_taken', 'none replaces it', replacing(down)),
  ruleCase('replacement_audio', 'there is no reason', replacing(withAudio({ hasReason: false })), '/tracks/1/uploadId'),
  ruleCase('replacement_audio', 'there is a reason', replacing(withAudio({}))),
  ruleCase(
    'replacement_audio',
    'a third release has the recording, whatever the reason',
    replacing(withAudio({ use: { releaseId: other.releaseId, releaseTitle: 'Third', isrc: null } })),
    '/tracks/1/isrc',
  ),
  ruleCase(
    'duplicate_track',
    'title and version are equal but for case and spaces',
    { tracks: [{}, { title: 'INTRO ' }] },
    '/tracks/1/title',
  ),
  ruleCase('duplicate_track', 'the versions differ', { tracks: [{}, { title: 'Intro', version: 'Live' }] }),
]
