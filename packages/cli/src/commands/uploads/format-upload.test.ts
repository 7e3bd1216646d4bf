import type { Upload } from '@spindle/client'
import { describe, expect, it } from 'vitest'
import { formatTechnical, formatUpload } from './format-upload.ts'

const out = { columns: 80, paint: (_style: string, text: string) => text }
const audio = {
  kind: 'audio',
  container: 'wav',
  sampleRate: 44_100,
  bitDepth: 16,
  channels: 2,
  durationMs: 61_000,
  integratedLufs: -14.05,
} as NonNullable<Upload['technical']>

describe('what was measured, in words', () => {
  it.each([
    [audio, 'WAV 16/44.1 stereo 1:01 -14.1 LUFS'],
    [{ ...audio, channels: 1 }, 'WAV 16/44.1 mono 1:01 -14.1 LUFS'],
    [{ ...audio, channels: 6, integratedLufs: null }, 'WAV 16/44.1 6 channels 1:01'],
    [{ ...audio, container: 'mp3', bitDepth: null, sampleRate: 48_000 }, 'MP3 48 stereo 1:01 -14.1 LUFS'],
    [{ kind: 'image', container: 'png', width: 3000, height: 1400, colourSpace: 'srgb' }, 'PNG 3000×1400 srgb'],
    [null, ''],
  ])('of %j', (technical, words) => {
    expect(formatTechnical({ technical: technical as Upload['technical'] })).toBe(words)
  })
})

describe('an upload, line by line', () => {
  const begun = {
    id: 'upl_1',
    filename: null,
    status: 'awaiting_data',
    size: null,
    offset: 999,
    sha256: null,
    expiresAt: null,
    technical: null,
    findings: [],
  } as Partial<Upload> as Upload

  it('has its id for a name, and only what is known', () => {
    expect(formatUpload(begun, out)).toEqual(['upl_1', '  upl_1  awaiting_data', '  999 B so far'])
  })

  it('says how much of it is there, and shows no control characters of its name', () => {
    const upload = { ...begun, filename: 'red\u001b[31m.wav', size: 2_000_000, offset: 1_000_000 }
    expect(formatUpload(upload, out)).toEqual(['red.wav', '  upl_1  awaiting_data', '  1.0 MB of 2.0 MB'])
  })
})
