import type { ReleaseDocument } from '@spindle/contract'

export interface LegacyAsset {
  readonly title: string
  readonly uploadId: ReleaseDocument['tracks'][number]['uploadId']
  /** Name of the account: the default for label, artist and holder. */
  readonly accountName: string
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string
}

/**
 * The release a legacy asset becomes: a one-track single of the account, coming out today, everywhere. Its API has no
 * members for anything else, so what cannot be filled honestly (cover, genre, writers, advisory ...) stays absent, and
 * the rules weigh it as a warning as long as the release is marked `legacy`.
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
