import type { Delivery, Release } from '@spindle/contract'
import { pendingRevisionOf, type ReleaseRecord } from '../model/release-record.ts'

/** A release as answered. */
export function toRelease(record: ReleaseRecord, deliveries: readonly Delivery[]): Release {
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
