import { type ByteSource, type Mp3Start, UnusableMedia } from '@spindle/contract/audio-headers'
import type { DecodeEnd, PcmFile, PcmSink } from '../pcm.ts'
import { walkMp3 } from './frame-walker.ts'

/**
 * MP3 is taken in and measured, so that a label learns why it is not a master (`lossy_master`) along with everything
 * else.
 */

/** Some encoders make the decoder speak once; a damaged file makes it speak for ever. */
const maxComplaints = 20

/** The decoder reports through `console.error` and reads on in an endless loop: the only way out is to throw there. */
async function withLimitedComplaints<Result>(work: () => Promise<Result>): Promise<Result> {
  const report = console.error
  let complaints = 0
  console.error = () => {
    complaints++
    if (complaints > maxComplaints) throw new UnusableMedia('corrupt', 'The MP3 frames cannot be decoded.')
  }
  try {
    return await work()
  } finally {
    console.error = report
  }
}

async function decode(source: ByteSource, start: Mp3Start, sink: PcmSink): Promise<DecodeEnd> {
  // Loaded here, because it would make every other file wait for it.
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  walkMp3(source, start, (frames) => {
    const { channelData, samplesDecoded } = decoder.decode(frames)
    // Mono arrives as two equal channels.
    if (samplesDecoded > 0) sink.floats(channelData.slice(0, start.first.channels), samplesDecoded)
  })
  decoder.free()
  return { trailingBytes: 0, wavExtensible: false }
}

export function openMp3(source: ByteSource, start: Mp3Start): PcmFile {
  const { sampleRate, channels } = start.first
  return {
    format: { container: 'mp3', codec: 'mp3', sampleRate, channels, bitDepth: null, floatSamples: true },
    decode: (sink) => withLimitedComplaints(() => decode(source, start, sink)),
  }
}
