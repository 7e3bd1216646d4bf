import { describe, expect, it } from 'vitest'
import { audioFindings } from './audio-findings.ts'
import type { AudioFacts } from './report.ts'
import { mediaRules } from './rules.ts'

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
  silent: false,
  wavExtensible: false,
  trailingBytes: 0,
  floatSamples: false,
}

const found = (changed: Partial<typeof technical>, changedFacts: Partial<AudioFacts> = {}) =>
  audioFindings({ technical: { ...technical, ...changed }, facts: { ...facts, ...changedFacts } })

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
    ['error', 'bit_depth_low', { bitDepth: 8 }, {}, /8/],
    ['warning', 'bit_depth_32', { bitDepth: 32 }, { floatSamples: true }, /32-bit float/],
    ['warning', 'wav_extensible', {}, { wavExtensible: true }, /0xFFFE/],
    ['warning', 'trailing_data', {}, { trailingBytes: 42 }, /42 bytes/],
    ['error', 'too_short', { durationMs: 3999 }, {}, /4\.0 s/],
    ['warning', 'short', { durationMs: 29_900 }, {}, /29\.9 s/],
    ['warning', 'long', { durationMs: 5_400_001 }, {}, /90\.0 minutes/],
    ['error', 'silent', { leadingSilenceMs: 180_000 }, { silent: true }, /-60 dBFS/],
    ['warning', 'leading_silence', { leadingSilenceMs: 2001 }, {}, /2\.0 s/],
    ['warning', 'trailing_silence', { trailingSilenceMs: 7300 }, {}, /7\.3 s/],
    ['note', 'true_peak_high', { truePeakDbtp: -0.99 }, {}, /-0\.99 dBTP/],
    ['warning', 'clipping', { truePeakDbtp: 0.4 }, {}, /0\.40 dBTP/],
    ['warning', 'clipping', { clippedSamples: 40 }, { longestClippedRun: 30 }, /longest has 30/],
    ['warning', 'dual_mono', { dualMono: true }, {}, /same samples/],
    ['warning', 'phase_inverted', {}, { stereoCorrelation: -0.9 }, /-0\.90/],
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
})

describe('the published rules', () => {
  it('have an id each, and a fix', () => {
    expect(new Set(mediaRules.map((rule) => rule.id)).size).toBe(mediaRules.length)
    for (const rule of mediaRules) {
      expect(rule).toMatchObject({ appliesTo: 'upload', version: 1 })
      expect(rule.fix.length).toBeGreaterThan(10)
      expect(rule.source.length).toBeGreaterThan(5)
    }
  })

  it('have these codes', () => {
    expect([...new Set(mediaRules.map((rule) => rule.code))].sort()).toEqual([
      'analysis_failed',
      'bit_depth_32',
      'bit_depth_low',
      'clipping',
      'corrupt',
      'cover_alpha',
      'cover_colour',
      'cover_format',
      'cover_large',
      'cover_not_square',
      'cover_small',
      'cover_too_heavy',
      'cover_too_small',
      'dual_mono',
      'empty_file',
      'leading_silence',
      'long',
      'lossy_master',
      'md5_mismatch',
      'mono',
      'more_than_stereo',
      'phase_inverted',
      'sample_rate_high',
      'sample_rate_low',
      'short',
      'silent',
      'too_short',
      'trailing_data',
      'trailing_silence',
      'true_peak_high',
      'truncated',
      'unsupported_format',
      'wav_extensible',
    ])
  })
})
