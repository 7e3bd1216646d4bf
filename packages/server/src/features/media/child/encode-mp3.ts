import { type ByteSource, UnusableMedia } from '@spindle/contract/audio-headers'
import { createMp3Encoder } from 'wasm-media-encoders/esnext'
import { openAudio } from '../formats/open-audio.ts'
import type { PcmSink } from '../formats/pcm.ts'

export interface Mp3Request {
  /** Constant, in kbit/s. */
  readonly bitRate: number
  /** Hz; other rates are converted to it. */
  readonly sampleRate: number
}

type Bitrate = NonNullable<Parameters<Awaited<ReturnType<typeof createMp3Encoder>>['configure']>[0]['bitrate']>

/** Decodes the whole file and hands each piece of the MP3 to `write`, which must not keep it. Loudness is not changed. */
export async function encodeMp3(
  source: ByteSource,
  { bitRate, sampleRate }: Mp3Request,
  write: (piece: Uint8Array) => void,
): Promise<void> {
  const { format, decode } = openAudio(source)
  if (format.channels > 2) throw new UnusableMedia('unsupported_format', 'MP3 has at most two channels.')
  const encoder = await createMp3Encoder()
  encoder.configure({
    channels: format.channels as 1 | 2,
    sampleRate: format.sampleRate,
    bitrate: bitRate as Bitrate,
    outputSampleRate: sampleRate as 44_100 | 48_000,
  })
  await decode(levelSink(format.channels, (levels) => write(encoder.encode(levels))))
  write(encoder.finalize())
}

/** Frames that are encoded at a time: more would only take memory. */
const maxFrames = 8192

/** What the encoder takes: levels from -1 to 1. */
function levelSink(channels: number, encode: (levels: Float32Array[]) => void): PcmSink {
  const levels = Array.from({ length: channels }, () => new Float32Array(maxFrames))
  const take = (planes: readonly (Int32Array | Float32Array)[], frames: number, scale: number): void => {
    for (let from = 0; from < frames; from += maxFrames) {
      const count = Math.min(maxFrames, frames - from)
      for (const [channel, level] of levels.entries()) fill(level, planes[channel], { from, count, scale })
      encode(levels.map((level) => level.subarray(0, count)))
    }
  }
  return {
    integers: (planes, frames) => take(planes, frames, 2 ** -31),
    floats: (planes, frames) => take(planes, frames, 1),
  }
}

function fill(
  level: Float32Array,
  plane: Int32Array | Float32Array | undefined,
  { from, count, scale }: { readonly from: number; readonly count: number; readonly scale: number },
): void {
  if (plane === undefined) return
  for (let i = 0; i < count; i++) level[i] = Math.max(-1, Math.min(1, (plane[from + i] ?? 0) * scale))
}
