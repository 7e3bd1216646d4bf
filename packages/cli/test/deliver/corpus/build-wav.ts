/** WAV files as programs write them, right and wrong: every member of the header can be set. */
export interface WavParts {
  readonly seconds?: number
  readonly sampleRate?: number
  readonly channels?: number
  readonly bits?: number
  /** 1 PCM, 3 float, 6 A-law, 0xFFFE extensible. */
  readonly code?: number
  readonly seed?: number
  /** The format code inside an extensible header. */
  readonly innerCode?: number
  /** Chunks before and after the audio. */
  readonly before?: readonly Buffer[]
  readonly behind?: Buffer
  readonly form?: 'RIFF' | 'RF64'
  /** What the data chunk says it holds; by default what it holds. */
  readonly claimedBytes?: number
  readonly blockBytes?: number
}

export function chunk(name: string, body: Buffer, claimed = body.length): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 0, 'latin1')
  header.writeUInt32LE(claimed, 4)
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)])
}

/** A LIST chunk of tags, each a text that ends with a zero byte. */
export function listInfo(tags: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tags).map(([name, text]) => chunk(name, Buffer.concat([text, Buffer.alloc(1)])))
  return chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...entries]))
}

/** An `id3 ` chunk: ID3v2.3 with text frames in Latin-1. */
export function id3Chunk(frames: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([id, text]) => {
      const head = Buffer.alloc(11)
      head.write(id, 0, 'latin1')
      head.writeUInt32BE(text.length + 1, 4)
      return Buffer.concat([head, Buffer.from(text, 'latin1')])
    }),
  )
  const size = Buffer.from([0, 0, body.length >> 7, body.length & 0x7f])
  return chunk('id3 ', Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), size, body]))
}

export function buildWav(parts: WavParts = {}): Buffer {
  const audio = samples(parts)
  const { form = 'RIFF', before = [], behind = Buffer.alloc(0), claimedBytes = audio.length } = parts
  const isLong = form === 'RF64'
  const data = chunk('data', audio, isLong ? 0xffffffff : claimedBytes)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    ...(isLong ? [chunk('ds64', ds64(claimedBytes))] : []),
    chunk('fmt ', formatChunk(parts)),
    ...before,
    data,
    behind,
  ])
  const head = Buffer.alloc(8)
  head.write(form, 0, 'latin1')
  head.writeUInt32LE(isLong ? 0xffffffff : body.length, 4)
  return Buffer.concat([head, body])
}

/** EBU Tech 3306: sizes of the file and of the audio in 64 bits. */
function ds64(dataBytes: number): Buffer {
  const body = Buffer.alloc(28)
  body.writeBigUInt64LE(BigInt(dataBytes + 80), 0)
  body.writeBigUInt64LE(BigInt(dataBytes), 8)
  return body
}

function formatChunk({ sampleRate = 44_100, channels = 2, bits = 16, code = 1, innerCode, blockBytes }: WavParts) {
  const block = blockBytes ?? channels * (bits / 8)
  const body = Buffer.alloc(code === 0xfffe ? 40 : 16)
  body.writeUInt16LE(code, 0)
  body.writeUInt16LE(channels, 2)
  body.writeUInt32LE(sampleRate, 4)
  body.writeUInt32LE(sampleRate * block, 8)
  body.writeUInt16LE(block, 12)
  body.writeUInt16LE(bits, 14)
  if (code !== 0xfffe) return body
  body.writeUInt16LE(22, 16)
  body.writeUInt16LE(bits, 18)
  body.writeUInt16LE(innerCode ?? 1, 24)
  return body
}

/** A tone for each channel: loud enough to be music, of another pitch for every seed. */
function samples({
  seconds = 5,
  sampleRate = 44_100,
  channels = 2,
  bits = 16,
  code = 1,
  innerCode,
  seed = 1,
}: WavParts) {
  const isFloat = (code === 0xfffe ? innerCode : code) === 3
  const bytes = bits / 8
  const frames = Math.round(seconds * sampleRate)
  const audio = Buffer.alloc(frames * channels * bytes)
  for (let frame = 0; frame < frames; frame++)
    for (let channel = 0; channel < channels; channel++) {
      const value = 0.4 * Math.sin((frame / sampleRate) * 2 * Math.PI * (200 + 10 * seed + 3 * channel))
      write(audio, (frame * channels + channel) * bytes, { value, bytes, isFloat })
    }
  return audio
}

interface Sample {
  readonly value: number
  readonly bytes: number
  readonly isFloat: boolean
}

function write(audio: Buffer, at: number, { value, bytes, isFloat }: Sample): void {
  if (isFloat && bytes === 8) audio.writeDoubleLE(value, at)
  else if (isFloat) audio.writeFloatLE(value, at)
  else if (bytes === 1) audio.writeUInt8(128 + Math.round(value * 127), at)
  else audio.writeIntLE(Math.round(value * (2 ** (8 * bytes - 1) - 1)), at, bytes)
}
