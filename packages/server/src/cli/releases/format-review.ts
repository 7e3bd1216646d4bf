import type { ShownReview } from '../../features/releases/index.ts'

/** A release as its reviewer reads it: what goes out, what changed since the last approval, and what to type next. */
export function formatReview({
  accountName,
  displayArtist,
  release,
  changes,
  audioChangeReasons,
  heldAt,
  heldReleases,
  isWaiting,
}: ShownReview): string[] {
  const { document, status, revision, approvedRevision, review, warnings } = release
  return [
    `${release.id}  ${accountName}: ${displayArtist ?? '?'} - ${document.title}`,
    `status ${status}, revision ${revision}, ${approvedRevision === null ? 'never approved' : `approved at revision ${approvedRevision}`}, ${warnings} warnings`,
    ...(review === null ? [] : [`review of revision ${review.revision}: ${review.decision}`]),
    ...(heldAt.length === 0 ? [] : [`taken down by the operator at ${heldAt.join(', ')}`]),
    ...(heldReleases.length === 0
      ? []
      : [
          `contains a recording that you took down: ${heldReleases.map(({ id, title }) => `${title} (${id})`).join(', ')}`,
        ]),
    ...Object.entries(document).flatMap(([name, value]) =>
      shownElsewhere.has(name) ? [] : [`${name}: ${describe(value)}`],
    ),
    ...release.tracks.flatMap(formatTrack),
    ...(changes.length === 0 ? [] : [`changed since revision ${approvedRevision}:`]),
    ...changes.map(({ pointer, before, after }) => `  ${pointer}: ${describe(before)} -> ${describe(after)}`),
    ...audioChangeReasons.map((reason) => `audio replaced: ${reason}`),
    ...(isWaiting ? [`Next: reviews approve ${release.id} --revision ${revision}`] : []),
  ]
}

const shownElsewhere: ReadonlySet<string> = new Set(['title', 'displayArtist'])

function formatTrack({ document, durationMs }: ShownReview['release']['tracks'][number], index: number): string[] {
  const { title, uploadId, contributors = [], ...rest } = document
  const seconds = durationMs === null ? '' : `, ${Math.round(durationMs / 1000)} s`
  return [
    `track ${index + 1}: ${title} (${uploadId}${seconds})`,
    ...(contributors.length === 0 ? [] : [`  contributors: ${describe(contributors)}`]),
    ...Object.entries(rest).map(([name, value]) => `  ${name}: ${describe(value)}`),
  ]
}

function describe(value: unknown): string {
  if (value === null) return 'nothing'
  if (!Array.isArray(value) || !value.every(isContributor)) return JSON.stringify(value)
  return value.map(({ name, role }) => `${name} (${role})`).join(', ')
}

const isContributor = (value: unknown): value is { name: string; role: string } =>
  typeof value === 'object' && value !== null && 'name' in value && 'role' in value
