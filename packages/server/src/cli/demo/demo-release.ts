import type { ReleaseInput } from '@spindle/contract'
import type { DemoFiles } from './demo-files.ts'

/** The EP of the demo, with everything that submitting asks for. Its identifiers come from ranges no store accepts. */
export function demoRelease(
  material: DemoFiles,
  uploadIds: readonly string[],
  coverUploadId: string,
  now: Date,
): ReleaseInput {
  const year = now.getUTCFullYear()
  const serial = Math.floor(now.getTime() / 1000) % 90_000
  const artist = { name: 'Ada Verne', role: 'main_artist' } as const
  const line = { year, text: 'Spindle Demo Label' }
  return {
    title: 'Night Harbour',
    type: 'ep',
    displayArtist: 'Ada Verne',
    contributors: [artist],
    label: 'Spindle Demo Label',
    pLine: line,
    cLine: line,
    genre: 'ambient',
    language: 'en',
    explicit: 'not_explicit',
    releaseDate: now.toISOString().slice(0, 10),
    originalReleaseDate: now.toISOString().slice(0, 10),
    upc: withCheckDigit(`02000000${String(serial).padStart(4, '0').slice(-4)}`),
    coverUploadId: coverUploadId as `upl_${string}`,
    tracks: material.masters.map(({ title }, index) => ({
      title,
      uploadId: uploadIds[index] as `upl_${string}`,
      isrc: `ZZSPN${String(year).slice(2)}${String((serial + index) % 100_000).padStart(5, '0')}`,
      explicit: 'not_explicit',
      language: 'zxx',
      instrumental: true,
      composition: 'original',
      containsSamples: false,
      contributors: [artist, { name: 'Ada Verne', role: 'composer' }],
      aiUsage: { vocals: 'none', instruments: 'none', composition: 'none', lyrics: 'none', postProduction: 'none' },
    })),
    aiUsage: {
      vocals: 'none',
      instruments: 'none',
      composition: 'none',
      lyrics: 'none',
      postProduction: 'none',
      artwork: 'none',
    },
  }
}

/** EAN-13 from its first twelve digits (GS1 General Specifications 7.9). */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
