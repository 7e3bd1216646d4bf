import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasAudioSignature } from './audio-signature.ts'

async function check(bytes: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'spindle-signature-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'file'), Buffer.from(bytes, 'latin1'))
  return hasAudioSignature(join(folder, 'file'))
}

describe('hasAudioSignature', () => {
  it.each([
    ['WAV', 'RIFF....WAVEfmt '],
    ['RF64', 'RF64....WAVEds64'],
    ['BW64', 'BW64....WAVEds64'],
    ['AIFF', 'FORM....AIFFCOMM'],
    ['AIFF-C', 'FORM....AIFCFVER'],
    ['FLAC', 'fLaC\0\0\0"'],
    ['audio behind an ID3 tag', 'ID3\u0004\0\0\0\0\0\0'],
    ['a frame of MP3', '\u00ff\u00fb\u0090\u0064'],
  ])('is true for %s', async (_name, bytes) => {
    expect(await check(bytes)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['text', 'root:x:0:0:root'],
    ['a picture in RIFF', 'RIFF....WEBPVP8 '],
    ['another FORM', 'FORM....ILBMBMHD'],
    ['an Ogg file', 'OggS\0\u0002\0\0'],
    ['a JPEG', '\u00ff\u00d8\u00ff\u00e0'],
    ['half a signature', 'fLa'],
  ])('is false for %s', async (_name, bytes) => {
    expect(await check(bytes)).toBe(false)
  })
})
