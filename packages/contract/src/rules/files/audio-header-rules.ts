import type { AudioHeader } from '../../audio-headers/audio-header.ts'
import { type CheckedRule, defineRule } from '../define-rule.ts'
import { exportAgain, sources } from './sources.ts'

/** Rules about masters that only need the header. */

const minSampleRate = 44_100
const maxSampleRate = 96_000
/** Multiples of the rates of CD and video, in hertz. */
const usualSampleRates: readonly number[] = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000]
const minBitDepth = 16
const maxBitDepth = 24
const minDurationMs = 4000
const paidDurationMs = 30_000
const maxDurationMs = 5_400_000

const kilohertz = (hertz: number): string => `${hertz / 1000} kHz`
/** Rounded down: what is too short never reads as the limit itself. */
const seconds = (milliseconds: number): string => `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`
const minutes = (milliseconds: number): string => `${(milliseconds / 60_000).toFixed(1)} minutes`

const formatRules: readonly CheckedRule<AudioHeader>[] = [
  defineRule({
    id: 'lossy_master',
    severity: 'error',
    appliesTo: 'upload',
    title: 'Masters must be lossless',
    fix: 'Upload the original WAV, FLAC or AIFF file.',
    source: sources.spotify,
    check: ({ codec }) => codec === 'mp3' && 'The file is an MP3, which is a lossy format.',
  }),
  defineRule({
    id: 'mono',
    severity: 'error',
    appliesTo: 'upload',
    title: 'Masters must be stereo',
    fix: 'Export the track as a stereo file.',
    source: sources.apple,
    check: ({ channels }) => channels === 1 && 'The file has one channel.',
  }),
  defineRule({
    id: 'more_than_stereo',
    severity: 'error',
    appliesTo: 'upload',
    title: 'Masters must be stereo',
    fix: 'Export a stereo mix of the track.',
    source: sources.spotify,
    check: ({ channels }) => channels > 2 && `The file has ${channels} channels.`,
  }),
  defineRule({
    id: 'sample_rate_low',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The sample rate must be at least 44.1 kHz',
    fix: 'Export from the original session at 44.1 kHz or more.',
    source: sources.spotify,
    check: ({ sampleRate }) => sampleRate < minSampleRate && `The sample rate is ${kilohertz(sampleRate)}.`,
  }),
  defineRule({
    id: 'sample_rate_high',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'Some stores refuse sample rates above 96 kHz',
    fix: 'Export at 96 kHz or 48 kHz.',
    source: sources.spotify,
    check: ({ sampleRate }) =>
      sampleRate > maxSampleRate &&
      usualSampleRates.includes(sampleRate) &&
      `The sample rate is ${kilohertz(sampleRate)}.`,
  }),
  defineRule({
    id: 'sample_rate_unusual',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The sample rate must be one that stores accept',
    fix: 'Export at 44.1, 48, 88.2 or 96 kHz.',
    source: sources.apple,
    check: ({ sampleRate }) =>
      sampleRate > minSampleRate &&
      !usualSampleRates.includes(sampleRate) &&
      `The sample rate is ${kilohertz(sampleRate)}.`,
  }),
  defineRule({
    id: 'bit_depth_low',
    severity: 'error',
    appliesTo: 'upload',
    title: 'The bit depth must be at least 16',
    fix: 'Export from the original session with 24 bits.',
    source: sources.spotify,
    check: ({ bitDepth }) => bitDepth !== null && bitDepth < minBitDepth && `The bit depth is ${bitDepth}.`,
  }),
  defineRule({
    id: 'bit_depth_32',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'Some stores refuse 32-bit audio',
    fix: 'Export with 24 bits.',
    source: 'https://support.the-source.eu/kb/a36/',
    check: ({ bitDepth, floatSamples }) =>
      bitDepth !== null &&
      bitDepth > maxBitDepth &&
      `The samples are ${bitDepth}-bit ${floatSamples ? 'float' : 'integer'}.`,
  }),
  defineRule({
    id: 'wav_extensible',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The WAV header should use format code 1',
    fix: 'Export as plain PCM WAV or as FLAC.',
    source: sources.spotify,
    check: ({ wavExtensible }) =>
      wavExtensible === true && 'The WAV header uses format code 0xFFFE (WAVE_FORMAT_EXTENSIBLE).',
  }),
  defineRule({
    id: 'trailing_data',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The file should have no data after the audio',
    fix: 'Export without markers and tags after the audio.',
    source: sources.spotify,
    check: ({ trailingBytes = 0 }) =>
      trailingBytes > 0 && `${trailingBytes === 1 ? '1 byte follows' : `${trailingBytes} bytes follow`} the audio.`,
  }),
]

const durationRules: readonly CheckedRule<AudioHeader>[] = [
  defineRule({
    id: 'too_short',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A track must last at least 4 seconds',
    fix: exportAgain,
    source: sources.quality,
    check: ({ durationMs = minDurationMs }) => durationMs < minDurationMs && `The track lasts ${seconds(durationMs)}.`,
  }),
  defineRule({
    id: 'short',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'Most stores do not pay for tracks under 30 seconds',
    fix: 'Check that the track is complete.',
    source: sources.quality,
    check: ({ durationMs = paidDurationMs }) =>
      durationMs >= minDurationMs && durationMs < paidDurationMs && `The track lasts ${seconds(durationMs)}.`,
  }),
  defineRule({
    id: 'long',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'Tracks over 90 minutes are unusual',
    fix: 'Check that this is one track and not a whole album.',
    source: sources.quality,
    check: ({ durationMs = 0 }) => durationMs > maxDurationMs && `The track lasts ${minutes(durationMs)}.`,
  }),
]

/** In the order in which they are applied. */
export const audioHeaderRules: readonly CheckedRule<AudioHeader>[] = [...formatRules, ...durationRules]
