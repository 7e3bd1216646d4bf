import {
  analysisFailed,
  applyRules,
  audioHeaderRules,
  type CheckedRule,
  checksumMismatch,
  coverTooHeavy,
  decodedAudioRules,
  findingFrom,
  imageRules,
  storageFailed,
  unusableFileRules,
  unusableRules,
} from '@spindle/contract/rules'
import { describe, expect, it } from 'vitest'

/** Each limit of the rules about files from both sides: the last value that is fine, and the first that is not. */

const header = {
  codec: 'flac',
  sampleRate: 44_100,
  bitDepth: 24,
  channels: 2,
  floatSamples: false,
  durationMs: 180_000,
}
const cover = { container: 'jpeg', width: 3000, height: 3000, hasAlpha: false, colourSpace: 'srgb', bytes: 1_000_000 }
const decoded = {
  ...header,
  kind: 'audio' as const,
  container: 'flac',
  sampleCount: 7_938_000,
  integratedLufs: -14,
  truePeakDbtp: -1.5,
  leadingSilenceMs: 0,
  trailingSilenceMs: 0,
  clippedSamples: 0,
  dualMono: false,
  pcmSha256: '',
  peaks: [],
  stereoCorrelation: 0.5,
  longestClippedRun: 0,
  silentChannel: null,
  dcOffset: 0,
  silent: false,
  wavExtensible: false,
  trailingBytes: 0,
}

const found = <Input>(rules: readonly CheckedRule<Input>[], input: Input): readonly string[] =>
  applyRules(rules, input).map(({ severity, code, message }) => `${severity} ${code}: ${message}`)

describe('the header of a master', () => {
  it.each([
    ['sampleRate', 44_100, 44_099, 'error sample_rate_low: The sample rate is 44.099 kHz.'],
    ['sampleRate', 96_000, 176_400, 'warning sample_rate_high: The sample rate is 176.4 kHz.'],
    ['sampleRate', 48_000, 48_001, 'error sample_rate_unusual: The sample rate is 48.001 kHz.'],
    ['sampleRate', 44_100, 44_101, 'error sample_rate_unusual: The sample rate is 44.101 kHz.'],
    ['sampleRate', 88_200, 50_000, 'error sample_rate_unusual: The sample rate is 50 kHz.'],
    ['sampleRate', 96_000, 64_000, 'error sample_rate_unusual: The sample rate is 64 kHz.'],
    ['sampleRate', 96_000, 96_001, 'error sample_rate_unusual: The sample rate is 96.001 kHz.'],
    ['bitDepth', 16, 15, 'error bit_depth_low: The bit depth is 15.'],
    ['bitDepth', 24, 25, 'warning bit_depth_32: The samples are 25-bit integer.'],
    ['channels', 2, 1, 'error mono: The file has one channel.'],
    ['channels', 2, 3, 'error more_than_stereo: The file has 3 channels.'],
    ['durationMs', 30_000, 29_999, 'warning short: The track lasts 29.9 s.'],
    ['durationMs', 5_400_000, 5_400_001, 'warning long: The track lasts 90.0 minutes.'],
    ['trailingBytes', 0, 1, 'warning trailing_data: 1 byte follows the audio.'],
  ])('%s may be %d, not %d', (member, good, bad, finding) => {
    expect(found(audioHeaderRules, { ...header, [member]: good })).toEqual([])
    expect(found(audioHeaderRules, { ...header, [member]: bad })).toEqual([finding])
  })

  it('is too short below 4 seconds, and merely short from there to 30', () => {
    expect(found(audioHeaderRules, { ...header, durationMs: 3_999 })).toEqual([
      'error too_short: The track lasts 3.9 s.',
    ])
    expect(found(audioHeaderRules, { ...header, durationMs: 4_000 })).toEqual(['warning short: The track lasts 4.0 s.'])
    expect(found(audioHeaderRules, { ...header, durationMs: 0 })).toEqual(['error too_short: The track lasts 0.0 s.'])
  })

  it('says whether 32 bits are float or integer', () => {
    expect(found(audioHeaderRules, { ...header, bitDepth: 32, floatSamples: true })).toEqual([
      'warning bit_depth_32: The samples are 32-bit float.',
    ])
    expect(found(audioHeaderRules, { ...header, bitDepth: 32 })).toEqual([
      'warning bit_depth_32: The samples are 32-bit integer.',
    ])
  })

  it('judges an MP3 by what it is, not by the bit depth it does not have', () => {
    expect(found(audioHeaderRules, { ...header, codec: 'mp3', bitDepth: null, floatSamples: true })).toEqual([
      'error lossy_master: The file is an MP3, which is a lossy format.',
    ])
  })

  it('reports everything at once, in the order of the rules', () => {
    const worst = { ...header, codec: 'mp3', channels: 1, sampleRate: 8_000, bitDepth: 8, durationMs: 1_000 }
    expect(applyRules(audioHeaderRules, worst).map(({ code }) => code)).toEqual([
      'lossy_master',
      'mono',
      'sample_rate_low',
      'bit_depth_low',
      'too_short',
    ])
  })
})

describe('the samples of a master', () => {
  it.each([
    ['leadingSilenceMs', 2_000, 2_001, 'warning leading_silence: The first 2.0 s are silent (below -60 dBFS).'],
    ['trailingSilenceMs', 5_000, 5_001, 'warning trailing_silence: The last 5.0 s are silent (below -60 dBFS).'],
    ['dcOffset', 0.02, 0.021, 'warning dc_offset: The waveform has a DC offset of 2.1 % of full scale.'],
    ['longestClippedRun', 11, 12, 'warning clipping: The true peak is -1.50 dBTP.'],
    [
      'truePeakDbtp',
      -1,
      -0.99,
      'note true_peak_high: The true peak is -0.99 dBTP; the lossy encoders of stores may push it above 0.',
    ],
    [
      'stereoCorrelation',
      -0.2,
      -0.21,
      'warning phase_inverted: The correlation of the left and right channels is -0.21. Much of the sound is lost in mono.',
    ],
  ])('%s may be %d, not %d', (member, good, bad, finding) => {
    expect(found(decodedAudioRules, { ...decoded, [member]: good })).toEqual([])
    expect(found(decodedAudioRules, { ...decoded, [member]: bad })).toEqual([finding])
  })

  it('has headroom up to 0 dBTP and clips above', () => {
    const peaks = [0, 0.01].map((truePeakDbtp) => found(decodedAudioRules, { ...decoded, truePeakDbtp }))
    expect(peaks).toEqual([
      ['note true_peak_high: The true peak is 0.00 dBTP; the lossy encoders of stores may push it above 0.'],
      ['warning clipping: The true peak is 0.01 dBTP.'],
    ])
  })

  it('counts clipped samples in the message where there are any', () => {
    expect(
      found(decodedAudioRules, { ...decoded, truePeakDbtp: 1, clippedSamples: 40, longestClippedRun: 20 }),
    ).toEqual([
      'warning clipping: The true peak is 1.00 dBTP. 40 samples are clipped at full scale. The longest run has 20 samples.',
    ])
  })

  it('reports only silence for silent audio, not its start and end', () => {
    const silent = { silent: true, dualMono: true, leadingSilenceMs: 180_000, trailingSilenceMs: 180_000 }
    const levels = { truePeakDbtp: null, integratedLufs: null, stereoCorrelation: null }
    expect(found(decodedAudioRules, { ...decoded, ...silent, ...levels })).toEqual([
      'error silent: No sample is above -60 dBFS.',
    ])
  })
})

describe('a cover', () => {
  it.each([
    [1399, 'error cover_too_small: The image has 1399 x 1399 pixels.'],
    [1400, 'warning cover_small: The image has 1400 x 1400 pixels.'],
    [2999, 'warning cover_small: The image has 2999 x 2999 pixels.'],
    [3000, undefined],
    [6000, undefined],
    [6001, 'warning cover_large: The image has 6001 x 6001 pixels.'],
  ])('of %i pixels on each side', (side, finding) => {
    expect(found(imageRules, { ...cover, width: side, height: side })).toEqual(finding === undefined ? [] : [finding])
  })

  it('is judged by its shorter side, and large by its longer one', () => {
    expect(applyRules(imageRules, { ...cover, width: 6001, height: 1399 }).map(({ code }) => code)).toEqual([
      'cover_too_small',
      'cover_large',
      'cover_not_square',
    ])
  })

  it.each([
    ['srgb', undefined],
    ['rgb', undefined],
    ['rgb16', undefined],
    ['scrgb', undefined],
    [undefined, undefined],
    ['b-w', 'warning cover_colour: The image is stored in greyscale.'],
    ['grey16', 'warning cover_colour: The image is stored in greyscale.'],
    ['cmyk', 'error cover_colour: The image has the colour space cmyk.'],
    ['lab', 'error cover_colour: The image has the colour space lab.'],
  ])('in the colours %s', (colourSpace, finding) => {
    expect(found(imageRules, { ...cover, colourSpace })).toEqual(finding === undefined ? [] : [finding])
  })

  it.each([
    [20_000_000, undefined],
    [20_000_001, 'error cover_too_heavy: The file has 20.0 MB. The limit for a cover is 20 MB.'],
    [31_450_000, 'error cover_too_heavy: The file has 31.4 MB. The limit for a cover is 20 MB.'],
  ])('of %i bytes', (bytes, finding) => {
    expect(found([coverTooHeavy], { bytes })).toEqual(finding === undefined ? [] : [finding])
  })

  it.each([
    ['jpeg', undefined],
    ['png', undefined],
    ['webp', 'warning cover_format: The image is a WebP file.'],
    ['tiff', 'warning cover_format: The image is a TIFF file.'],
  ])('as %s', (container, finding) => {
    expect(found(imageRules, { ...cover, container })).toEqual(finding === undefined ? [] : [finding])
  })
})

describe('a file that cannot be used', () => {
  it('is refused with the message of the reader', () => {
    expect(findingFrom(unusableFileRules.truncated, { detail: 'The file ends within the FLAC header.' })).toEqual({
      code: 'truncated',
      severity: 'error',
      pointer: '',
      message: 'The file ends within the FLAC header.',
      fix: 'Export the file again from the original session, or ask the person who made it. Then upload the new file.',
      rule: {
        id: 'truncated',
        version: 1,
        source: 'Spindle: every byte of an upload is decoded before it is accepted',
      },
    })
  })

  it('has a rule for every reason', () => {
    expect(Object.entries(unusableRules).map(([reason, { id }]) => `${reason} ${id}`)).toEqual([
      'empty_file empty_file',
      'unsupported_format unsupported_format',
      'corrupt corrupt',
      'truncated truncated',
      'md5_mismatch md5_mismatch',
      'cover_format cover_format_refused',
      'cover_too_heavy cover_too_heavy',
    ])
  })

  it('is refused with the reason why its bytes, its storage or its analysis failed', () => {
    expect([
      findingFrom(checksumMismatch, { sha256: 'ab'.repeat(32) }).message,
      findingFrom(storageFailed, undefined).message,
      findingFrom(analysisFailed, { attempts: 2, reason: 'it took too long' }).message,
    ]).toEqual([
      `The received file has the SHA-256 ${'ab'.repeat(32)}, which differs from the declared value.`,
      'The hub could not store the file.',
      'The analysis failed 2 times: it took too long.',
    ])
  })
})
