import type { Delivery, Release } from '@spindle/contract'
import { etagOf, requireMatch } from '../../http/etag.ts'
import { pendingRevisionOf, type ReleaseRecord } from './release-record.ts'

/** A release as answered. */
export function releaseOf(record: ReleaseRecord, deliveries: readonly Delivery[]): Release {
  return {
    ...record.document,
    id: record.id as Release['id'],
    status: record.status,
    revision: record.revision,
    pendingRevision: pendingRevisionOf(record),
    tracks: record.tracks.map((track) => ({
      ...track.document,
      id: track.id as Release['tracks'][number]['id'],
      disc: track.disc,
      number: track.number,
      durationMs: track.durationMs,
    })),
    validation: { errors: record.errors, warnings: record.warnings, checkedAt: record.checkedAt.toISOString() },
    findings: [...record.findings],
    deliveries: [...deliveries],
    deliverySummary: record.summary,
    legacy: record.legacy,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    submittedAt: record.submittedAt?.toISOString() ?? null,
    liveAt: record.liveAt?.toISOString() ?? null,
  }
}

/** The revision, and a count of everything else that shows: findings, deliveries, status. */
export const releaseEtag = ({ revision, version }: Pick<ReleaseRecord, 'revision' | 'version'>): string =>
  etagOf(`${revision}.${version}`)

/**
 * `If-Match` guards what the caller can overwrite, the metadata: it fails when the revision is another, not when a
 * delivery moved or an analysis ended meanwhile.
 */
export const requireRevision = (ifMatch: string | undefined, revision: number): void =>
  requireMatch(ifMatch?.replaceAll(/"(\d+)\.\d+"/g, '"$1"'), etagOf(revision))
