import type { ReleaseDocument, TrackInput } from '@spindle/contract'

export interface LegacyAsset {
  readonly title: string
  readonly uploadId: TrackInput['uploadId']
  /** Name of the account: the default for label, artist and holder. */
  readonly accountName: string
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string
}

/**
 * The release of a legacy asset: a single of one track by the account, released today, worldwide. Its API has no
 * members for anything else, so what is unknown (cover, genre, writers, advisory ...) stays absent, and the rules treat
 * it as a warning while the release is marked `legacy`.
 */
export function legacyDocument({ title, uploadId, accountName, today }: LegacyAsset): ReleaseDocument {
  const line = { year: Number(today.slice(0, 4)), text: accountName.slice(0, 200) }
  return {
    title,
    type: 'single',
    label: line.text,
    contributors: [{ name: line.text, role: 'main_artist' }],
    pLine: line,
    cLine: line,
    releaseDate: today,
    originalReleaseDate: today,
    territories: { mode: 'worldwide' },
    tracks: [{ title, uploadId }],
  }
}
