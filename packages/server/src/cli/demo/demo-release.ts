import type { ReleaseInput } from '@spindle/contract'

/** The values that differ between releases of the demo. */
export interface DemoReleasePlan {
  readonly title: string
  readonly type: 'single' | 'ep' | 'album'
  readonly artist: string
  readonly genre: string
  readonly trackTitles: readonly string[]
  /** `YYYY-MM-DD`. */
  readonly releaseDate: string
  /** More members of the release, which replace the values here. */
  readonly changes?: Partial<ReleaseInput>
}

export interface DemoUploads {
  readonly masters: readonly string[]
  readonly cover: string
}

const noAi = {
  vocals: 'none',
  instruments: 'none',
  composition: 'none',
  lyrics: 'none',
  postProduction: 'none',
} as const

/** A release with everything that is required to submit it. Its identifiers are from ranges that no store accepts. */
export function demoRelease(plan: DemoReleasePlan, uploads: DemoUploads, serial: number): ReleaseInput {
  const { title, type, artist: name, genre, releaseDate } = plan
  const year = Number(releaseDate.slice(0, 4))
  const artist = { name, role: 'main_artist' } as const
  const line = { year, text: 'Spindle Demo Label' }
  return {
    title,
    type,
    displayArtist: name,
    contributors: [artist],
    label: 'Spindle Demo Label',
    pLine: line,
    cLine: line,
    genre,
    language: 'en',
    explicit: 'not_explicit',
    releaseDate,
    originalReleaseDate: releaseDate,
    upc: withCheckDigit(`0200${String(serial % 100_000_000).padStart(8, '0')}`),
    coverUploadId: uploads.cover as `upl_${string}`,
    tracks: plan.trackTitles.map((trackTitle, index) => ({
      title: trackTitle,
      uploadId: uploads.masters[index] as `upl_${string}`,
      isrc: `ZZSPN${String(year).slice(2)}${String((serial + index) % 100_000).padStart(5, '0')}`,
      explicit: 'not_explicit',
      language: 'zxx',
      instrumental: true,
      composition: 'original',
      containsSamples: false,
      contributors: [artist, { name, role: 'composer' }],
      aiUsage: noAi,
    })),
    aiUsage: { ...noAi, artwork: 'none' },
    ...plan.changes,
  }
}

/** EAN-13 from its first twelve digits (GS1 General Specifications 7.9). */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
