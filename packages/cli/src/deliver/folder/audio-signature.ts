import { open } from 'node:fs/promises'

const forms: readonly (readonly [first: string, at8: string])[] = [
  ['RIFF', 'WAVE'],
  ['RF64', 'WAVE'],
  ['BW64', 'WAVE'],
  ['FORM', 'AIFF'],
  ['FORM', 'AIFC'],
  ['fLaC', ''],
  // What some programs put before the audio; the hub looks behind it.
  ['ID3', ''],
]

/** Whether the first bytes are those of a master. MP3 has no mark of its own, only the beginning of a frame. */
export async function hasAudioSignature(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    const isForm = ([first, at8]: readonly [string, string]): boolean =>
      buffer.toString('latin1', 0, first.length) === first && buffer.toString('latin1', 8, 8 + at8.length) === at8
    return forms.some(isForm) || (buffer.readUInt16BE(0) & 0xffe0) === 0xffe0
  } finally {
    await handle.close()
  }
}
