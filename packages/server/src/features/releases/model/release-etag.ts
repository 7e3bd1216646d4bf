import { etagOf, requireMatch } from '../../../http/responses/etag.ts'
import type { ReleaseRecord } from './release-record.ts'

/** The revision, and a counter of all other visible changes: findings, deliveries, status. */
export const releaseEtag = ({ revision, version }: Pick<ReleaseRecord, 'revision' | 'version'>): string =>
  etagOf(`${revision}.${version}`)

/**
 * `If-Match` protects what the caller can overwrite, the metadata: it fails if the revision differs, not if a delivery
 * moved or an analysis ended meanwhile.
 */
export const requireRevision = (ifMatch: string | undefined, revision: number): void =>
  requireMatch(ifMatch?.replaceAll(/"(\d+)\.\d+"/g, '"$1"'), etagOf(revision))
