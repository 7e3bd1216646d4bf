import {
  type ByteSource,
  isSameStream,
  type Mp3Frame,
  type Mp3Start,
  parseMp3Frame,
  UnusableMedia,
} from '@spindle/contract/audio-headers'

/**
 * Steps from frame to frame through an MP3 file, so that the decoder is fed frames and nothing else: tags, pictures and
 * whatever else surrounds the audio never reaches it, and a gap between frames is seen instead of played over.
 */

const windowBytes = 65_536
/** Encoders and taggers leave some padding; more is not the end of a file but a hole in it. */
const maxTrailingBytes = 16_384

const frameAt = (bytes: Uint8Array, offset: number): Mp3Frame | undefined =>
  parseMp3Frame(bytes.subarray(offset, offset + 4))

function isTag(bytes: Uint8Array, offset: number): boolean {
  const text = String.fromCharCode(...bytes.subarray(offset, offset + 8))
  return text.startsWith('TAG') || text.startsWith('ID3') || text === 'APETAGEX' || text === 'LYRICSBE'
}

const seconds = (frames: number, { samples, sampleRate }: Mp3Frame): string =>
  `${((frames * samples) / sampleRate).toFixed(2)} s could be read`

interface Run {
  readonly bytes: number
  readonly frames: number
  /** What stopped it: the window needs more of the file, the last frame is cut, or something else begins. */
  readonly stop: 'window' | 'cut' | 'other'
}

/** Counts the frames that stand back to back from the beginning of `bytes`. */
function runOf(bytes: Uint8Array, first: Mp3Frame, isLast: boolean): Run {
  let offset = 0
  let frames = 0
  for (;;) {
    if (offset + 4 > bytes.length) return { bytes: offset, frames, stop: isLast ? 'other' : 'window' }
    const frame = frameAt(bytes, offset)
    if (!frame) return { bytes: offset, frames, stop: 'other' }
    if (!isSameStream(frame, first)) {
      throw new UnusableMedia('corrupt', 'The MP3 file changes its sample rate or channels partway through.')
    }
    if (offset + frame.bytes > bytes.length) return { bytes: offset, frames, stop: isLast ? 'cut' : 'window' }
    offset += frame.bytes
    frames++
  }
}

/** Hands whole frames to `feed` in pieces of up to 64 KiB. */
export function walkMp3(source: ByteSource, start: Mp3Start, feed: (frames: Uint8Array) => void): void {
  const window = new Uint8Array(windowBytes)
  let position = start.position
  let frames = 0
  for (;;) {
    const bytes = window.subarray(0, source.read(position, window))
    const run = runOf(bytes, start.first, position + bytes.length >= source.size)
    feed(bytes.subarray(0, run.bytes))
    position += run.bytes
    frames += run.frames
    if (run.stop === 'cut') {
      throw new UnusableMedia('truncated', `The MP3 file ends within a frame; ${seconds(frames, start.first)}.`)
    }
    if (run.stop === 'window') continue
    if (!isTag(bytes, run.bytes) && source.size - position > maxTrailingBytes) {
      throw new UnusableMedia('corrupt', `The MP3 file has a gap; ${seconds(frames, start.first)} before it.`)
    }
    break
  }
  // The header frame itself is not counted by every encoder, so one frame less is still complete.
  if (start.announced !== undefined && frames < start.announced) {
    throw new UnusableMedia('truncated', `The MP3 file has missing frames; ${seconds(frames, start.first)}.`)
  }
}
