import type { AudioTechnical } from '../../api/uploads.ts'
import { type CheckedRule, defineRule } from '../define-rule.ts'
import { sources } from './sources.ts'

/** Rules about masters that only the decoded samples decide. No program without a decoder can apply them. */

/** What the analysis learns beside the published measurements. */
export interface AudioFacts {
  /** -1 to 1; null when not stereo or when a channel is silent. */
  readonly stereoCorrelation: number | null
  readonly longestClippedRun: number
  /** The channel without a sample above the silence threshold, if the other one has some. */
  readonly silentChannel: 'left' | 'right' | null
  /** The mean of the channel with the larger one, from 0 to 1 of full scale; 0 when not stereo. */
  readonly dcOffset: number
  /** True when no sample is above the silence threshold. */
  readonly silent: boolean
  /** The WAV header uses format code 0xFFFE. */
  readonly wavExtensible: boolean
  /** Bytes after the last sample that are not audio. */
  readonly trailingBytes: number
  /** The samples are floating point. */
  readonly floatSamples: boolean
}

/** Everything that is known of analysed audio. */
export type DecodedAudio = AudioTechnical & AudioFacts

/** About 0.3 ms at 44.1 kHz: shorter runs are ordinary in loud masters, longer ones are audible. */
const longClippedRun = 12
const invertedCorrelation = -0.2
/** Of full scale. Converters add less than a thousandth. */
const maxDcOffset = 0.02
const maxLeadingSilenceMs = 2000
const maxTrailingSilenceMs = 5000

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

function describeClipping({ truePeakDbtp, longestClippedRun, clippedSamples }: DecodedAudio): string | false {
  const peak = truePeakDbtp ?? Number.NEGATIVE_INFINITY
  if (peak <= 0 && longestClippedRun < longClippedRun) return false
  const runs = `${clippedSamples} samples are clipped at full scale. The longest run has ${longestClippedRun} samples.`
  return [`The true peak is ${peak.toFixed(2)} dBTP.`, ...(clippedSamples > 0 ? [runs] : [])].join(' ')
}

const silenceRules: readonly CheckedRule<DecodedAudio>[] = [
  defineRule({
    id: 'silent',
    severity: 'error',
    appliesTo: 'upload',
    title: 'A track must not be silent',
    fix: 'Check the export: both channels are silent.',
    source: sources.quality,
    check: ({ silent }) => silent && 'No sample is above -60 dBFS.',
  }),
  defineRule({
    id: 'leading_silence',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A track should start within 2 seconds',
    fix: 'Cut the silence at the beginning.',
    source: sources.quality,
    check: ({ silent, leadingSilenceMs }) =>
      !silent &&
      leadingSilenceMs > maxLeadingSilenceMs &&
      `The first ${seconds(leadingSilenceMs)} are silent (below -60 dBFS).`,
  }),
  defineRule({
    id: 'trailing_silence',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'A track should end within 5 seconds of its last sound',
    fix: 'Cut the silence at the end.',
    source: sources.quality,
    check: ({ silent, trailingSilenceMs }) =>
      !silent &&
      trailingSilenceMs > maxTrailingSilenceMs &&
      `The last ${seconds(trailingSilenceMs)} are silent (below -60 dBFS).`,
  }),
]

const levelRules: readonly CheckedRule<DecodedAudio>[] = [
  defineRule({
    id: 'clipping',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The audio should not clip',
    fix: 'Lower the level before the limiter or converter, and export again.',
    source: sources.bs1770,
    check: describeClipping,
  }),
  defineRule({
    id: 'true_peak_high',
    severity: 'note',
    appliesTo: 'upload',
    title: 'The true peak should stay below -1 dBTP',
    fix: 'Ask the mastering engineer for 1 dB of headroom.',
    source: sources.bs1770,
    check: ({ truePeakDbtp }) =>
      truePeakDbtp !== null &&
      truePeakDbtp > -1 &&
      truePeakDbtp <= 0 &&
      `The true peak is ${truePeakDbtp.toFixed(2)} dBTP; the lossy encoders of stores may push it above 0.`,
  }),
  defineRule({
    id: 'dual_mono',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The channels should not be identical',
    fix: 'Check that the stereo mix was exported.',
    source: sources.quality,
    check: ({ silent, dualMono }) => !silent && dualMono && 'The left and right channels are identical.',
  }),
  defineRule({
    id: 'phase_inverted',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The channels should not cancel each other',
    fix: 'Check the polarity of one channel.',
    source: sources.quality,
    check: ({ stereoCorrelation }) =>
      stereoCorrelation !== null &&
      stereoCorrelation < invertedCorrelation &&
      `The correlation of the left and right channels is ${stereoCorrelation.toFixed(2)}. Much of the sound is lost in mono.`,
  }),
  defineRule({
    id: 'channel_silent',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'Both channels should have sound',
    fix: 'Check that the stereo mix was exported.',
    source: sources.quality,
    check: ({ silentChannel }) => silentChannel !== null && `The ${silentChannel} channel is silent.`,
  }),
  defineRule({
    id: 'dc_offset',
    severity: 'warning',
    appliesTo: 'upload',
    title: 'The waveform should be centred on zero',
    fix: 'Remove the DC offset in an audio editor, and export again.',
    source: sources.quality,
    check: ({ dcOffset }) =>
      dcOffset > maxDcOffset && `The waveform has a DC offset of ${(dcOffset * 100).toFixed(1)} % of full scale.`,
  }),
]

/** In the order in which they are applied. */
export const decodedAudioRules: readonly CheckedRule<DecodedAudio>[] = [...silenceRules, ...levelRules]
