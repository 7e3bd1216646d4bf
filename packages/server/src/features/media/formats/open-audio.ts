import {
  type ByteSource,
  locateAudio,
  type PcmHeader,
  readAiffHeader,
  readWavHeader,
} from '@spindle/contract/audio-headers'
import { openFlac } from './flac/flac.ts'
import { openMp3 } from './mp3/mp3.ts'
import { decodePacked } from './packed-audio.ts'
import type { PcmFile } from './pcm.ts'

/** Recognises the file by its bytes and reads its header. Throws `UnusableMedia` for what cannot be decoded here. */
export function openAudio(source: ByteSource): PcmFile {
  const located = locateAudio(source)
  switch (located.container) {
    case 'wav':
      return openPacked(source, readWavHeader(source))
    case 'aiff':
      return openPacked(source, readAiffHeader(source))
    case 'flac':
      return openFlac(source, located.start)
    case 'mp3':
      return openMp3(source, located.mp3)
  }
}

const openPacked = (source: ByteSource, header: PcmHeader): PcmFile => ({
  format: header.format,
  decode: (sink) => {
    decodePacked(source, header, sink)
    return { trailingBytes: header.trailingBytes, wavExtensible: header.wavExtensible }
  },
})
