import type { PcmFormat } from '@spindle/contract/audio-headers'

/** One decoded block, one array per channel, valid up to `frames` and only during the call. */
export interface PcmSink {
  /** Integers left-justified in 32 bits, whatever their depth. */
  integers(planes: readonly Int32Array[], frames: number): void
  /** Finite floats, full scale at 1. */
  floats(planes: readonly Float32Array[], frames: number): void
}

/** What is only known after the last sample. */
export interface DecodeEnd {
  readonly trailingBytes: number
  readonly wavExtensible: boolean
}

/** A file whose header was understood, ready to be decoded once. */
export interface PcmFile {
  readonly format: PcmFormat
  decode(sink: PcmSink): DecodeEnd | Promise<DecodeEnd>
}

/** Frames per block of the formats that are plain PCM. */
export const blockFrames = 8192
