import { etagOf, requireMatch } from '../../../http/responses/etag.ts'
import type { ReleaseRecord } from './release-record.ts'

/** The revision, and a count of everything else that shows: findings, deliveries, status. */
export const releaseEtag = ({ revision, version }: Pick<ReleaseRecord, 'revision' | 'version'>): string =>
  etagOf(`${revision}.${version}`)

/**
 * `If-Match` guards what the caller can overwrite, the metadata: it fails when the revision is another, not when a
 * delivery moved or an analysis ended meanwhile.
 */
export const requireRevision = (ifMatch: string | undefined, revision: number): void =>
  requireMatch(ifMatch?.replaceAll(/"(\d+)\.\d+"/g, '"$1"'), etagOf(revision))
