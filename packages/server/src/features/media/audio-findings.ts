import { type AudioTechnical, type Finding, findingOf, type Rule } from '@spindle/contract'
import type { AudioFacts } from './report.ts'
import { rules } from './rules.ts'

interface Audio {
  readonly technical: AudioTechnical
  readonly facts: AudioFacts
}

/** A rule with the test that fires it; the message carries the measured numbers. */
type Check = readonly [Rule, (audio: Audio) => string | false]

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
const kilohertz = (hertz: number): string => `${hertz / 1000} kHz`
/** About 0.3 ms at 44.1 kHz: shorter runs are ordinary in loud masters, longer ones are heard. */
const longClippedRun = 12
const inverted = -0.2

const formatChecks: readonly Check[] = [
  [
    rules.lossyMaster,
    ({ technical }) =>
      technical.codec === 'mp3' && 'The file is MP3, which has already thrown away a part of the music.',
  ],
  [rules.mono, ({ technical }) => technical.channels === 1 && 'The file has one channel.'],
  [rules.moreThanStereo, ({ technical }) => technical.channels > 2 && `The file has ${technical.channels} channels.`],
  [
    rules.sampleRateLow,
    ({ technical }) => technical.sampleRate < 44_100 && `The sample rate is ${kilohertz(technical.sampleRate)}.`,
  ],
  [
    rules.sampleRateHigh,
    ({ technical }) => technical.sampleRate > 96_000 && `The sample rate is ${kilohertz(technical.sampleRate)}.`,
  ],
  [
    rules.bitDepthLow,
    ({ technical: { bitDepth } }) => bitDepth !== null && bitDepth < 16 && `The bit depth is ${bitDepth}.`,
  ],
  [
    rules.bitDepth32,
    ({ technical: { bitDepth }, facts }) =>
      bitDepth !== null &&
      bitDepth > 24 &&
      `The samples are ${bitDepth}-bit ${facts.floatSamples ? 'float' : 'integer'}.`,
  ],
  [
    rules.wavExtensible,
    ({ facts }) => facts.wavExtensible && 'The WAV header uses format code 0xFFFE (WAVE_FORMAT_EXTENSIBLE).',
  ],
  [rules.trailingData, ({ facts }) => facts.trailingBytes > 0 && `${facts.trailingBytes} bytes follow the audio.`],
]

const contentChecks: readonly Check[] = [
  [
    rules.tooShort,
    ({ technical }) => technical.durationMs < 4000 && `The track lasts ${seconds(technical.durationMs)}.`,
  ],
  [
    rules.short,
    ({ technical: { durationMs } }) =>
      durationMs >= 4000 && durationMs < 30_000 && `The track lasts ${seconds(durationMs)}.`,
  ],
  [
    rules.long,
    ({ technical }) =>
      technical.durationMs > 5_400_000 && `The track lasts ${(technical.durationMs / 60_000).toFixed(1)} minutes.`,
  ],
  [rules.silent, ({ facts }) => facts.silent && 'No sample is above -60 dBFS.'],
  [
    rules.leadingSilence,
    ({ technical, facts }) =>
      !facts.silent &&
      technical.leadingSilenceMs > 2000 &&
      `The first ${seconds(technical.leadingSilenceMs)} stay below -60 dBFS.`,
  ],
  [
    rules.trailingSilence,
    ({ technical, facts }) =>
      !facts.silent &&
      technical.trailingSilenceMs > 5000 &&
      `The last ${seconds(technical.trailingSilenceMs)} stay below -60 dBFS.`,
  ],
]

const clippingMessage = ({ technical, facts }: Audio): string | false => {
  const peak = technical.truePeakDbtp ?? Number.NEGATIVE_INFINITY
  const isLong = facts.longestClippedRun >= longClippedRun
  if (peak <= 0 && !isLong) return false
  const run = `${technical.clippedSamples} samples stand in runs at full scale, the longest has ${facts.longestClippedRun}`
  return `The true peak is ${peak.toFixed(2)} dBTP; ${run}.`
}

const levelChecks: readonly Check[] = [
  [rules.clipping, clippingMessage],
  [
    rules.truePeakHigh,
    ({ technical: { truePeakDbtp } }) =>
      truePeakDbtp !== null &&
      truePeakDbtp > -1 &&
      truePeakDbtp <= 0 &&
      `The true peak is ${truePeakDbtp.toFixed(2)} dBTP; lossy encoders of the stores may push it above 0.`,
  ],
  [
    rules.dualMono,
    ({ technical, facts }) => !facts.silent && technical.dualMono && 'Left and right carry the same samples.',
  ],
  [
    rules.phaseInverted,
    ({ facts: { stereoCorrelation } }) =>
      stereoCorrelation !== null &&
      stereoCorrelation < inverted &&
      `The correlation of left and right is ${stereoCorrelation.toFixed(2)}: much is lost on a mono loudspeaker.`,
  ],
]

const checks: readonly Check[] = [...formatChecks, ...contentChecks, ...levelChecks]

export const audioFindings = (audio: Audio): Finding[] =>
  checks.flatMap(([rule, test]) => {
    const message = test(audio)
    return message === false ? [] : [findingOf(rule, '', message)]
  })
