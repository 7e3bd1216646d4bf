import type { AudioTechnical } from '@spindle/contract'
import type { PcmFormat } from '@spindle/contract/audio-headers'
import type { AudioFacts } from '@spindle/contract/rules'
import type { PcmSink } from '../formats/pcm.ts'
import { bitstreamMeter } from './bitstream.ts'
import { clippingMeter, silenceMeter } from './levels.ts'
import { loudnessMeter } from './loudness.ts'
import { pcmHash } from './pcm-digest.ts'
import { sampleOrderMeter } from './sample-order.ts'
import { stereoMeter } from './stereo.ts'
import { truePeakMeter } from './true-peak.ts'
import { waveformMeter } from './waveform.ts'

/** Frames that all meters work on at a time: small enough to stay in the processor's cache. */
const maxFrames = 4096

type Measured = { technical: AudioTechnical; facts: Omit<AudioFacts, 'wavExtensible' | 'trailingBytes'> }

const twoDecimals = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100

const allMeters = ({ sampleRate, channels, bitDepth, floatSamples }: PcmFormat) => ({
  loudness: loudnessMeter(sampleRate, channels),
  truePeak: truePeakMeter(sampleRate, channels, maxFrames),
  silence: silenceMeter(),
  clipping: clippingMeter(channels, floatSamples || !bitDepth ? 1 : 1 - 2 ** (1 - bitDepth)),
  stereo: stereoMeter(channels),
  waveform: waveformMeter(),
})

export interface Measurement extends PcmSink {
  /** What the samples are if they are a stream of another format; undefined for audio. */
  bitstream(): string | undefined
  /** Why the samples are noise although another way to read their bytes gives audio; undefined for audio. */
  misread(): string | undefined
  result(): Measured
}

/** Takes decoded blocks of any length and measures everything in one pass. */
export function audioMeasurement(format: PcmFormat): Measurement {
  const { channels, sampleRate } = format
  const meters = allMeters(format)
  const bitstream = bitstreamMeter()
  const order = sampleOrderMeter(format)
  const digest = pcmHash(channels, maxFrames)
  const levels = Array.from({ length: channels }, () => new Float32Array(maxFrames))
  const samples = Array.from({ length: channels }, () => new Int32Array(maxFrames))
  let sampleCount = 0

  const measureBlock = (frames: number): void => {
    digest.add(samples, frames)
    bitstream.add(samples, frames)
    order.add(samples, frames)
    for (const meter of Object.values(meters)) meter.add(levels, frames)
    sampleCount += frames
  }

  return {
    integers(planes, frames) {
      for (let from = 0; from < frames; from += maxFrames) {
        const count = Math.min(maxFrames, frames - from)
        for (let channel = 0; channel < channels; channel++) {
          copyIntegers(planes[channel], from, samples[channel], levels[channel], count)
        }
        measureBlock(count)
      }
    },
    floats(planes, frames) {
      for (let from = 0; from < frames; from += maxFrames) {
        const count = Math.min(maxFrames, frames - from)
        for (let channel = 0; channel < channels; channel++) {
          copyFloats(planes[channel], from, samples[channel], levels[channel], count)
        }
        measureBlock(count)
      }
    },
    bitstream: () => bitstream.found(),
    misread: () => order.found(),
    result: () => summarise(format, meters, { sampleCount, pcmSha256: digest.hex(), sampleRate }),
  }
}

function copyIntegers(
  plane: Int32Array | undefined,
  from: number,
  samples: Int32Array | undefined,
  levels: Float32Array | undefined,
  count: number,
): void {
  if (!plane || !samples || !levels) return
  for (let i = 0; i < count; i++) {
    const sample = plane[from + i] ?? 0
    samples[i] = sample
    levels[i] = sample * 2 ** -31
  }
}

function copyFloats(
  plane: Float32Array | undefined,
  from: number,
  samples: Int32Array | undefined,
  levels: Float32Array | undefined,
  count: number,
): void {
  if (!plane || !samples || !levels) return
  for (let i = 0; i < count; i++) {
    const level = plane[from + i] ?? 0
    samples[i] = Math.max(-0x80000000, Math.min(0x7fffffff, Math.round(level * 2 ** 31)))
    levels[i] = level
  }
}

function summarise(
  format: PcmFormat,
  meters: ReturnType<typeof allMeters>,
  { sampleCount, pcmSha256, sampleRate }: { sampleCount: number; pcmSha256: string; sampleRate: number },
): Measured {
  const silence = meters.silence.result()
  const { clippedSamples, longestClippedRun } = meters.clipping.result()
  const { dualMono, correlation, silentChannel, dcOffset } = meters.stereo.result()
  const milliseconds = (frames: number): number => Math.round((frames * 1000) / sampleRate)
  const { container, codec, bitDepth, channels, floatSamples } = format
  return {
    technical: {
      kind: 'audio',
      container,
      codec,
      sampleRate,
      bitDepth,
      channels,
      durationMs: milliseconds(sampleCount),
      sampleCount,
      integratedLufs: twoDecimals(meters.loudness.integratedLufs()),
      truePeakDbtp: twoDecimals(meters.truePeak.dbtp()),
      leadingSilenceMs: milliseconds(silence.leadingFrames),
      trailingSilenceMs: milliseconds(silence.trailingFrames),
      clippedSamples,
      dualMono,
      pcmSha256,
      peaks: meters.waveform.peaks(),
    },
    facts: {
      stereoCorrelation: correlation,
      longestClippedRun,
      silent: silence.silent,
      silentChannel,
      dcOffset,
      floatSamples,
    },
  }
}
