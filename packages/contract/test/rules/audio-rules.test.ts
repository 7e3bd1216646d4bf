import { type AudioFacts, applyRules, audioHeaderRules, decodedAudioRules } from '@spindle/contract/rules'
import { describe, expect, it } from 'vitest'

const technical = {
  kind: 'audio' as const,
  container: 'flac',
  codec: 'flac',
  sampleRate: 44_100,
  bitDepth: 24,
  channels: 2,
  durationMs: 180_000,
  sampleCount: 7_938_000,
  integratedLufs: -14,
  truePeakDbtp: -1.5,
  leadingSilenceMs: 100,
  trailingSilenceMs: 900,
  clippedSamples: 0,
  dualMono: false,
  pcmSha256: 'a'.repeat(64),
  peaks: [1],
}
const facts: AudioFacts = {
  stereoCorrelation: 0.5,
  longestClippedRun: 0,
  silentChannel: null,
  dcOffset: 0,
  silent: false,
  wavExtensible: false,
  trailingBytes: 0,
  floatSamples: false,
}

const found = (changed: Partial<typeof technical>, changedFacts: Partial<AudioFacts> = {}) => {
  const audio = { ...technical, ...changed, ...facts, ...changedFacts }
  return [...applyRules(audioHeaderRules, audio), ...applyRules(decodedAudioRules, audio)]
}

describe('findings about audio', () => {
  it('has none for a good master', () => {
    expect(found({})).toEqual([])
  })

  it.each([
    ['error', 'lossy_master', { codec: 'mp3' }, {}, /MP3/],
    ['error', 'mono', { channels: 1 }, {}, /one channel/],
    ['error', 'more_than_stereo', { channels: 6 }, {}, /6 channels/],
    ['error', 'sample_rate_low', { sampleRate: 22_050 }, {}, /22\.05 kHz/],
    ['warning', 'sample_rate_high', { sampleRate: 192_000 }, {}, /192 kHz/],
    ['error', 'sample_rate_unusual', { sampleRate: 47_952 }, {}, /47\.952 kHz/],
    ['error', 'bit_depth_low', { bitDepth: 8 }, {}, /8/],
    ['warning', 'bit_depth_32', { bitDepth: 32 }, { floatSamples: true }, /32-bit float/],
    ['warning', 'wav_extensible', {}, { wavExtensible: true }, /0xFFFE/],
    ['warning', 'trailing_data', {}, { trailingBytes: 42 }, /42 bytes/],
    ['error', 'too_short', { durationMs: 3999 }, {}, /3\.9 s/],
    ['warning', 'short', { durationMs: 29_900 }, {}, /29\.9 s/],
    ['warning', 'long', { durationMs: 5_400_001 }, {}, /90\.0 minutes/],
    ['error', 'silent', { leadingSilenceMs: 180_000 }, { silent: true }, /-60 dBFS/],
    ['warning', 'leading_silence', { leadingSilenceMs: 2001 }, {}, /2\.0 s/],
    ['warning', 'trailing_silence', { trailingSilenceMs: 7300 }, {}, /7\.3 s/],
    ['note', 'true_peak_high', { truePeakDbtp: -0.99 }, {}, /-0\.99 dBTP/],
    ['warning', 'clipping', { truePeakDbtp: 0.4 }, {}, /0\.40 dBTP/],
    ['warning', 'clipping', { clippedSamples: 40 }, { longestClippedRun: 30 }, /longest run has 30/],
    ['warning', 'dual_mono', { dualMono: true }, {}, /are identical/],
    ['warning', 'phase_inverted', {}, { stereoCorrelation: -0.9 }, /-0\.90/],
    ['warning', 'channel_silent', {}, { stereoCorrelation: null, silentChannel: 'left' as const }, /left channel/],
    ['warning', 'dc_offset', {}, { dcOffset: 0.274 }, /27\.4 %/],
  ])('is an %s %s', (severity, code, changed, changedFacts, message) => {
    expect(found(changed, changedFacts)).toEqual([
      {
        code,
        severity,
        pointer: '',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(/\w{3,}/),
        rule: { id: code, version: 1, source: expect.stringMatching(/\w/) },
      },
    ])
  })

  it.each([
    [{ durationMs: 30_000 }, {}],
    [{ durationMs: 5_400_000 }, {}],
    [{ leadingSilenceMs: 2000, trailingSilenceMs: 5000 }, {}],
    [{ truePeakDbtp: -1 }, {}],
    [{ sampleRate: 96_000, bitDepth: 16 }, {}],
    [{ clippedSamples: 6 }, { longestClippedRun: 3 }],
    [{}, { stereoCorrelation: -0.1 }],
  ])('has none at the limits %j %j', (changed, changedFacts) => {
    expect(found(changed, changedFacts)).toEqual([])
  })

  it('has no finding about values that the header does not contain', () => {
    const header = { codec: 'flac', sampleRate: 44_100, bitDepth: 24, channels: 2, floatSamples: false }
    expect(applyRules(audioHeaderRules, header)).toEqual([])
  })

  it('counts clipped samples only where there are any', () => {
    expect(found({ truePeakDbtp: 0.75 }).map(({ message }) => message)).toEqual(['The true peak is 0.75 dBTP.'])
  })
})
