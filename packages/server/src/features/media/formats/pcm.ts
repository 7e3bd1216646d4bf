/** What a container says about the samples in it. */
export interface PcmFormat {
  readonly container: string
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  /** Bits that carry signal; null for lossy codecs. */
  readonly bitDepth: number | null
  readonly floatSamples: boolean
}

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

export const maxChannels = 32
export const maxSampleRate = 768_000
/** Frames per block of the formats that are plain PCM. */
export const blockFrames = 8192
