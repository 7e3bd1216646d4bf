/** The format of the samples in a container. */
export interface PcmFormat {
  readonly container: string
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  /** Bits that carry signal; null for lossy codecs. */
  readonly bitDepth: number | null
  readonly floatSamples: boolean
}

/** How the bytes of plain PCM make samples. */
export interface PackedLayout {
  readonly channels: number
  readonly bytesPerSample: 1 | 2 | 3 | 4
  readonly encoding: 'signed' | 'unsigned' | 'float'
  readonly endian: 'little' | 'big'
}

/** Plain PCM in a container: its format, and the position of the samples. */
export interface PcmHeader {
  readonly format: PcmFormat
  readonly layout: PackedLayout
  readonly position: number
  /** Samples of one channel. */
  readonly frames: number
  /** Bytes after the last sample that are not audio. */
  readonly trailingBytes: number
  /** The WAV header uses format code 0xFFFE. */
  readonly wavExtensible: boolean
}

/** More channels than this are taken for a damaged header. */
export const maxChannels = 32
/** In hertz; a higher rate is taken for a damaged header. */
export const maxSampleRate = 768_000
