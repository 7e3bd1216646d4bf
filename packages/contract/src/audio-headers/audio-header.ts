import type { AudioTechnical } from '../api/uploads.ts'

/** What a header contains. Members are undefined if it does not contain them. */
export interface AudioHeader extends Pick<AudioTechnical, 'codec' | 'sampleRate' | 'channels' | 'bitDepth'> {
  /** The samples are floating point. */
  readonly floatSamples: boolean
  readonly durationMs?: number | undefined
  /** The WAV header uses format code 0xFFFE. */
  readonly wavExtensible?: boolean | undefined
  /** Bytes after the last sample that are not audio. */
  readonly trailingBytes?: number | undefined
}
