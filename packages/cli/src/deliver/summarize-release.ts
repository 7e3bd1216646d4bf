import type { Release } from '@spindle/client'
import { listRefusals } from '../releases/list-refusals.ts'

/** What `--json` shows of a delivered release. */
export const summarizeRelease = ({
  id,
  title,
  type,
  tracks,
  status,
  externalId,
  validation,
  findings,
  liveAt,
  deliveries,
}: Release) => ({
  releaseId: id,
  title,
  type,
  tracks: tracks.map((track) => ({ id: track.id, title: track.title, uploadId: track.uploadId })),
  status,
  externalId,
  validation,
  findings,
  liveAt,
  refusals: listRefusals({ deliveries, tracks }),
})
