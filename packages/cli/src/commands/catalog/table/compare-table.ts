import type { Release, ReleasePatch } from '@spindle/client'
import { cellOf, releaseMembers, trackMembers } from './table-columns.ts'

/** What an edited table changes. A release with another revision than in the table is refused if its cells differ. */

/** A row of the edited table. */
export interface TableRow {
  readonly line: number
  readonly releaseId: string
  readonly revision: number
  readonly trackId: string
  /** By the name of the column; columns that were removed from the table are not changed. */
  readonly cells: ReadonlyMap<string, string>
}

/** A cell that differs from the release or track as it is. */
export interface Difference {
  readonly line: number
  readonly releaseId: string
  readonly trackId: string | null
  readonly member: string
  readonly before: string
  readonly after: string
}

/** Why a row is refused. */
export interface Problem {
  readonly line: number
  readonly releaseId: string
  readonly message: string
}

/** What the rows of one release change. */
export interface Compared {
  readonly differences: readonly Difference[]
  readonly problems: readonly Problem[]
  /** Undefined if nothing changes or there is a problem. */
  readonly target: { readonly id: Release['id']; readonly revision: number; readonly patch: ReleasePatch } | undefined
}

/** What the rows of a release change that does not exist, or that the key may not read: nothing. */
export function refuseUnknown(rows: readonly TableRow[]): Compared {
  const message = 'The release does not exist. It may have been deleted. Remove the row.'
  return {
    differences: [],
    problems: rows.map(({ line, releaseId }) => ({ line, releaseId, message })),
    target: undefined,
  }
}

/** Compares the rows of a release with the release as it is. */
export function compareRelease(release: Release, rows: readonly TableRow[]): Compared {
  const compared = rows.map((row) => compareRow(release, row))
  const differences = compared.flatMap((one) => one.differences)
  const problems = [
    ...compared.flatMap((one) => one.problems),
    ...findOldRevision(release, rows, differences),
    ...findContradictions(differences),
  ]
  if (problems.length > 0 || differences.length === 0) return { differences, problems, target: undefined }
  return {
    differences,
    problems,
    target: { id: release.id, revision: release.revision, patch: toPatch(release, differences) },
  }
}

function compareRow(release: Release, row: TableRow): Pick<Compared, 'differences' | 'problems'> {
  const { line, releaseId } = row
  const track = release.tracks.find(({ id }) => id === row.trackId)
  if (row.trackId !== '' && !track)
    return { differences: [], problems: [{ line, releaseId, message: `The release has no track ${row.trackId}.` }] }
  const members: readonly string[] = track ? trackMembers : releaseMembers
  const changed = [...row.cells].filter(([member, after]) => cellOf(track ?? release, member) !== after)
  const problems = changed
    .filter(([member]) => !members.includes(member))
    .map(([member]) => ({
      line,
      releaseId,
      message: `"${member}" cannot be set for a ${track ? 'track' : 'release'}. Empty the cell.`,
    }))
  const differences = changed
    .filter(([member]) => members.includes(member))
    .map(([member, after]) => ({
      line,
      releaseId,
      trackId: track?.id ?? null,
      member,
      before: cellOf(track ?? release, member),
      after,
    }))
  return { differences, problems }
}

/** A table that was applied before has the former revision and no difference. */
function findOldRevision(
  { id: releaseId, revision }: Release,
  rows: readonly TableRow[],
  differences: readonly Difference[],
): readonly Problem[] {
  const old = rows.find((row) => row.revision !== revision)
  if (!old || differences.length === 0) return []
  const message = `The table has revision ${old.revision}, and the release is now at revision ${revision}. Export it again and repeat your change.`
  return [{ line: old.line, releaseId, message }]
}

/** Two rows that change one member to different values: which of them is meant is not known. */
function findContradictions(differences: readonly Difference[]): readonly Problem[] {
  const byMember = Map.groupBy(differences, ({ trackId, member }) => `${trackId} ${member}`)
  return [...byMember.values()].flatMap(([first, ...others]) =>
    others
      .filter(({ after }) => after !== first?.after)
      .map(({ line, releaseId, member }) => ({
        line,
        releaseId,
        message: `Line ${first?.line} has another "${member}". Remove one of the two rows.`,
      })),
  )
}

/** Tracks are replaced whole, so all of them are sent. */
function toPatch(release: Release, differences: readonly Difference[]): ReleasePatch {
  const ofRelease = differences.filter(({ trackId }) => trackId === null)
  const members = Object.fromEntries(ofRelease.map(({ member, after }) => [member, after === '' ? null : after]))
  if (ofRelease.length === differences.length) return members as ReleasePatch
  const tracks = release.tracks.map((track) => {
    const own = differences.filter(({ trackId }) => trackId === track.id)
    const changed = { ...track, ...Object.fromEntries(own.map(({ member, after }) => [member, after])) }
    return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== '' && value !== null))
  })
  return { ...members, tracks } as ReleasePatch
}
