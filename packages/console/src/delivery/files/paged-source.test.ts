import { bytesInMemory, readAudioHeader } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'
import { readInPages } from './paged-source.ts'

/** A WAV with a chunk of `padding` bytes before its format. */
function wav(padding: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + 8 + padding + 24 + 8 + 400)
  const view = new DataView(bytes.buffer)
  const put = (at: number, letters: string): void => bytes.set(new TextEncoder().encode(letters), at)
  put(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  put(8, 'WAVEJUNK')
  view.setUint32(16, padding, true)
  const format = 20 + padding
  put(format, 'fmt ')
  view.setUint32(format + 4, 16, true)
  view.setUint16(format + 8, 1, true)
  view.setUint16(format + 10, 2, true)
  view.setUint32(format + 12, 44_100, true)
  view.setUint16(format + 20, 4, true)
  view.setUint16(format + 22, 16, true)
  put(format + 24, 'data')
  view.setUint32(format + 28, 400, true)
  return bytes
}

describe('a file that is read in pages', () => {
  it.each([[0], [65_500], [500_000]])(
    'returns the same with %i bytes before its format as in memory',
    async (padding) => {
      const bytes = wav(padding)
      const read = await readInPages(new Blob([bytes]), readAudioHeader)
      expect(read).toEqual(readAudioHeader(bytesInMemory(bytes)))
      expect(read).toMatchObject({ container: 'wav', sampleRate: 44_100, durationMs: 2 })
    },
  )

  it('passes on what is wrong with it', async () => {
    await expect(readInPages(new Blob([]), readAudioHeader)).rejects.toMatchObject({ code: 'empty_file' })
  })
})
