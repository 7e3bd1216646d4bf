import { AppError } from '@spindle/contract'
import { sha256 } from '../../platform/values/sha256.ts'

/** Entity tags and preconditions (RFC 9110 sections 8.8.3 and 13). */

export const etagOf = (version: string | number): string => `"${version}"`

/** The tag of a content: 128 bits of its SHA-256. Other media types over the same bytes need another `kind`. */
export const contentEtag = (content: string | Uint8Array, kind = ''): string =>
  etagOf(
    sha256(kind === '' ? content : Buffer.concat([Buffer.from(`${kind}\0`), Buffer.from(content)]))
      .toString('base64url')
      .slice(0, 22),
  )

const parseTags = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** True when `If-None-Match` names the current tag: the client has this version already. */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || parseTags(ifNoneMatch).includes(etag))

/** Refuses a write made with an outdated version; without `If-Match` the caller did not ask for the check. */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || parseTags(ifMatch).includes(etag)) return
  throw new AppError('precondition_failed', {
    detail: 'The resource has changed since you read it: If-Match does not name its current ETag.',
    extensions: { currentEtag: etag },
  })
}
