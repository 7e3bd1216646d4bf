import { type ByteSource, type PackedLayout, UnusableMedia } from '@spindle/contract/audio-headers'
import { blockFrames, type PcmSink } from './pcm.ts'
import { sampleUnpacker } from './unpack.ts'

export interface PackedAudio {
  readonly layout: PackedLayout
  readonly position: number
  readonly frames: number
}

/** Streams plain PCM through one block of memory, however long the file is. */
export function decodePacked(source: ByteSource, audio: PackedAudio, sink: PcmSink): void {
  const frameBytes = audio.layout.channels * audio.layout.bytesPerSample
  const bytes = new Uint8Array(blockFrames * frameBytes)
  const unpack = sampleUnpacker(audio.layout, bytes, sink)
  for (let done = 0; done < audio.frames; done += blockFrames) {
    const frames = Math.min(blockFrames, audio.frames - done)
    const wanted = bytes.subarray(0, frames * frameBytes)
    if (source.read(audio.position + done * frameBytes, wanted) < wanted.length) {
      throw new UnusableMedia('truncated', 'The file became shorter while the hub was reading it.')
    }
    unpack(frames)
  }
}
