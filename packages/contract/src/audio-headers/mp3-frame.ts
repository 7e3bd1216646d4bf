/** Header of one MPEG audio frame of layer III (ISO/IEC 11172-3 and 13818-3). */
export interface Mp3Frame {
  readonly version: 'mpeg1' | 'mpeg2'
  readonly sampleRate: number
  readonly channels: 1 | 2
  /** Whole frame, header included. */
  readonly bytes: number
  readonly samples: 1152 | 576
}

const mpeg1Kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const sampleRates = [44_100, 48_000, 32_000]
/** By the version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const rateDivisors = [4, 0, 2, 1]

/** Undefined if the bytes are not a header of layer III (free format, which no encoder in use writes, included). */
export function parseMp3Frame(bytes: Uint8Array): Mp3Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes
  const divisor = rateDivisors[(kind >> 3) & 3] ?? 0
  const isLayer3 = ((kind >> 1) & 3) === 1
  if (bytes.length < 4 || sync !== 0xff || kind >> 5 !== 7 || divisor === 0 || !isLayer3) return undefined
  const version = divisor === 1 ? 'mpeg1' : 'mpeg2'
  const kilobits = (version === 'mpeg1' ? mpeg1Kilobits : mpeg2Kilobits)[rates >> 4] ?? 0
  const fullRate = sampleRates[(rates >> 2) & 3]
  if (kilobits === 0 || fullRate === undefined) return undefined
  const sampleRate = fullRate / divisor
  const samples = version === 'mpeg1' ? 1152 : 576
  const padding = (rates >> 1) & 1
  return {
    version,
    sampleRate,
    channels: mode >> 6 === 3 ? 1 : 2,
    bytes: Math.floor((samples * 125 * kilobits) / sampleRate) + padding,
    samples,
  }
}

/** Whether two frames can follow each other in one file: version, sample rate and channels are equal. */
export const isSameStream = (a: Mp3Frame, b: Mp3Frame): boolean =>
  a.version === b.version && a.sampleRate === b.sampleRate && a.channels === b.channels

/** The number of frames an encoder wrote into the Xing or Info header of the first frame, when it is there. */
export function announcedFrames(frame: Mp3Frame, bytes: Uint8Array): number | undefined {
  const sideBytes = frame.version === 'mpeg1' ? (frame.channels === 1 ? 17 : 32) : frame.channels === 1 ? 9 : 17
  const offset = 4 + sideBytes
  const mark = String.fromCharCode(...bytes.subarray(offset, offset + 4))
  if ((mark !== 'Xing' && mark !== 'Info') || bytes.length < offset + 12) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(offset + 4) & 1 ? view.getUint32(offset + 8) : undefined
}
