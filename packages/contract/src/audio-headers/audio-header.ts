import type { AudioTechnical } from '../api/uploads.ts'

/** What a header tells. Members are undefined where it does not tell them. */
export interface AudioHeader extends Pick<AudioTechnical, 'codec' | 'sampleRate' | 'channels' | 'bitDepth'> {
  /** The samples are floating point. */
  readonly floatSamples: boolean
  readonly durationMs?: number | undefined
  /** The WAV header uses format code 0xFFFE. */
  readonly wavExtensible?: boolean | undefined
  /** Bytes behind the last sample that are not audio. */
  readonly trailingBytes?: number | undefined
}
