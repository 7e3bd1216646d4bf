// Every rule a finding about an upload can come from. Codes are permanent; a change of meaning raises the version.
import type { Rule, Severity } from '@spindle/contract'

const spotify = 'Spotify audio delivery specification, https://content-ops.atspotify.com/hc/en-us/articles/360050809271'
const apple = 'Apple Music provider FAQ, https://itunespartner.apple.com/en/music/faq'
const bs1770 = 'ITU-R BS.1770-4; common store advice of -1 dBTP'
const quality = 'Audio quality checks of distributors, https://www.velveteen.fm/help/tracks/audio-quality-check'
const integrity = 'Spindle: every byte of an upload is decoded before it is accepted'
const flac = 'RFC 9639 (FLAC), section 8.2'
const distributors = 'Cover guides of Apple Music and distributors (3000 px, RGB, 20 MB)'

type Draft = Pick<Rule, 'severity' | 'title' | 'fix' | 'source'> & { readonly id?: string }

const rule = (code: string, { id = code, ...draft }: Draft): Rule => ({
  id,
  version: 1,
  code,
  appliesTo: 'upload',
  ...draft,
})

const draft = (severity: Severity, title: string, fix: string, source: string): Draft => ({
  severity,
  title,
  fix,
  source,
})

const again = 'Export the file again from the original session or ask its maker for it, and upload the new file.'

const integrityRules = {
  emptyFile: rule('empty_file', draft('error', 'The file must not be empty', again, integrity)),
  unsupportedFormat: rule(
    'unsupported_format',
    draft(
      'error',
      'The file must be in a known format',
      'Export as WAV, FLAC or AIFF (covers: JPEG or PNG).',
      integrity,
    ),
  ),
  corrupt: rule('corrupt', draft('error', 'The file must not be damaged', again, integrity)),
  truncated: rule('truncated', draft('error', 'The file must be complete', again, integrity)),
  md5Mismatch: rule(
    'md5_mismatch',
    draft('error', 'The audio must be what the encoder wrote', `The file changed after encoding. ${again}`, flac),
  ),
  analysisFailed: rule(
    'analysis_failed',
    draft(
      'error',
      'The file must be analysable within the limits of the hub',
      `Nothing is known about the file, so it cannot be used. ${again} If that fails too, tell the operator of the hub.`,
      integrity,
    ),
  ),
}

const formatRules = {
  lossyMaster: rule(
    'lossy_master',
    draft('error', 'Masters must be lossless', 'Upload the WAV, FLAC or AIFF the file was made from.', spotify),
  ),
  mono: rule('mono', draft('error', 'Masters must be stereo', 'Export the track as a stereo file.', apple)),
  moreThanStereo: rule(
    'more_than_stereo',
    draft('error', 'Masters must be stereo', 'Export a stereo mix of the track.', spotify),
  ),
  sampleRateLow: rule(
    'sample_rate_low',
    draft(
      'error',
      'The sample rate must be at least 44.1 kHz',
      'Export at 44.1 kHz or more from the session.',
      spotify,
    ),
  ),
  sampleRateHigh: rule(
    'sample_rate_high',
    draft('warning', 'Some stores refuse sample rates above 96 kHz', 'Export at 96 kHz or 48 kHz.', spotify),
  ),
  bitDepthLow: rule(
    'bit_depth_low',
    draft('error', 'The bit depth must be at least 16', 'Export with 24 bits from the session.', spotify),
  ),
  bitDepth32: rule(
    'bit_depth_32',
    draft(
      'warning',
      'Some stores refuse 32-bit audio',
      'Export with 24 bits.',
      'https://support.the-source.eu/kb/a36/',
    ),
  ),
  wavExtensible: rule(
    'wav_extensible',
    draft('warning', 'The WAV header should use format code 1', 'Export as plain PCM WAV or as FLAC.', spotify),
  ),
  trailingData: rule(
    'trailing_data',
    draft('warning', 'Nothing should follow the audio', 'Export without markers and tags, or as FLAC.', spotify),
  ),
}

const contentRules = {
  tooShort: rule('too_short', draft('error', 'A track must last at least 4 seconds', again, quality)),
  short: rule(
    'short',
    draft(
      'warning',
      'Tracks below 30 seconds are not paid by most stores',
      'Check that this is the whole track.',
      quality,
    ),
  ),
  long: rule(
    'long',
    draft(
      'warning',
      'Tracks above 90 minutes are unusual',
      'Check that this is one track and not a whole album.',
      quality,
    ),
  ),
  silent: rule(
    'silent',
    draft('error', 'A track must not be silent', 'Check the export: no channel has signal.', quality),
  ),
  leadingSilence: rule(
    'leading_silence',
    draft('warning', 'A track should begin within 2 seconds', 'Cut the silence at the beginning.', quality),
  ),
  trailingSilence: rule(
    'trailing_silence',
    draft('warning', 'A track should end within 5 seconds of its last sound', 'Cut the silence at the end.', quality),
  ),
  truePeakHigh: rule(
    'true_peak_high',
    draft(
      'note',
      'The true peak should stay below -1 dBTP',
      'Ask the mastering engineer for 1 dB of headroom.',
      bs1770,
    ),
  ),
  clipping: rule(
    'clipping',
    draft(
      'warning',
      'The audio should not clip',
      'Lower the level before the limiter or converter, and export again.',
      bs1770,
    ),
  ),
  dualMono: rule(
    'dual_mono',
    draft('warning', 'Both channels should not be the same', 'Check that the stereo mix was exported.', quality),
  ),
  phaseInverted: rule(
    'phase_inverted',
    draft('warning', 'The channels should not cancel each other', 'Check the polarity of one channel.', quality),
  ),
}

const coverRules = {
  coverTooSmall: rule(
    'cover_too_small',
    draft('error', 'A cover must have at least 1400 x 1400 pixels', 'Export it with 3000 x 3000 pixels.', distributors),
  ),
  coverSmall: rule(
    'cover_small',
    draft('warning', 'A cover should have 3000 x 3000 pixels', 'Export it with 3000 x 3000 pixels.', distributors),
  ),
  coverLarge: rule(
    'cover_large',
    draft('warning', 'A cover should not exceed 6000 pixels', 'Export it with 3000 x 3000 pixels.', distributors),
  ),
  coverNotSquare: rule(
    'cover_not_square',
    draft('error', 'A cover must be square', 'Crop it to a square; do not stretch it.', distributors),
  ),
  coverCmyk: rule('cover_colour', {
    id: 'cover_colour_cmyk',
    ...draft('error', 'A cover must be RGB, not CMYK', 'Convert it to sRGB in the picture editor.', distributors),
  }),
  coverGreyscale: rule('cover_colour', {
    id: 'cover_colour_greyscale',
    ...draft(
      'warning',
      'A cover should be RGB',
      'Convert it to sRGB; it may still look black and white.',
      distributors,
    ),
  }),
  coverAlpha: rule(
    'cover_alpha',
    draft('warning', 'A cover should have no transparency', 'Flatten the picture onto a background.', distributors),
  ),
  coverTooHeavy: rule(
    'cover_too_heavy',
    draft('error', 'A cover must not exceed 20 MB', 'Export it as JPEG with 3000 x 3000 pixels.', distributors),
  ),
  coverConverted: rule('cover_format', {
    id: 'cover_format_converted',
    ...draft(
      'warning',
      'A cover should be JPEG or PNG',
      'Nothing must be done: it is converted on delivery.',
      distributors,
    ),
  }),
  coverFormat: rule('cover_format', {
    id: 'cover_format_refused',
    ...draft('error', 'A cover must be JPEG or PNG', 'Export the picture as JPEG or PNG.', distributors),
  }),
}

export const rules = { ...integrityRules, ...formatRules, ...contentRules, ...coverRules } as const

/** Every rule of this feature, for `GET rules`. */
export const mediaRules: readonly Rule[] = Object.values(rules)
