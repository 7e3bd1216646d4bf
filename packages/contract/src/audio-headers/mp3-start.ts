import { type ByteSource, readBytes } from './byte-source.ts'
import { announcedFrames, isSameStream, type Mp3Frame, parseMp3Frame } from './mp3-frame.ts'

const searchBytes = 65_536

/** Where the frames of an MP3 begin. `announced` is the number of frames in a Xing or Info header. */
export interface Mp3Start {
  readonly first: Mp3Frame
  readonly position: number
  readonly announced: number | undefined
}

const frameAt = (bytes: Uint8Array, offset: number): Mp3Frame | undefined =>
  parseMp3Frame(bytes.subarray(offset, offset + 4))

/** Two frames of one stream in a row, or one that fills the file exactly, cannot be an accident. */
export function findMp3Start(source: ByteSource, from: number): Mp3Start | undefined {
  const bytes = readBytes(source, from, searchBytes)
  for (let offset = 0; offset + 4 <= bytes.length; offset++) {
    const first = bytes[offset] === 0xff ? frameAt(bytes, offset) : undefined
    if (!first) continue
    const second = frameAt(bytes, offset + first.bytes)
    const position = from + offset
    if ((second && isSameStream(first, second)) || position + first.bytes === source.size) {
      return { first, position, announced: announcedFrames(first, bytes.subarray(offset, offset + first.bytes)) }
    }
  }
  return undefined
}
