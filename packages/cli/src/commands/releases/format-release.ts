import type { Release } from '@spindle/client'
import { describeGoLive, describePlannedTakedown } from '@spindle/contract/vocabulary'
import { formatFindings } from '../../output/format-findings.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'
import { findReview, formatReview } from '../../releases/find-review.ts'
import { formatRefusals, listRefusals } from '../../releases/list-refusals.ts'

/** A release for a person. */

/** `"Night Drive", ep, 3 tracks, 2026-05-01`: what a person must recognise before something happens to it. */
export const formatHeadline = ({ title, type, tracks, releaseDate }: Release): string =>
  sanitizeText(`"${title}", ${type}, ${formatCount(tracks.length, 'track')}, ${releaseDate ?? 'no release date'}`)

export const formatPlannedTakedown = ({ actor, ...plan }: NonNullable<Release['plannedTakedown']>): string =>
  sanitizeText(describePlannedTakedown({ ...plan, by: actor.type === 'operator' ? 'the operator' : 'the account' }))

/** What is known of a release beside its own members. */
export interface ReleaseDetails {
  readonly etag?: string | null | undefined
}

type ReleaseOutput = Pick<Output, 'paint' | 'columns'>

export function formatRelease(release: Release, out: ReleaseOutput, details: ReleaseDetails = {}): readonly string[] {
  const review = findReview(release)
  return [
    out.paint('bold', formatHeadline(release)),
    ...formatFacts(release, out, details.etag),
    '',
    ...formatTracks(release, out),
    ...section('Deliveries', [...formatDeliveries(release, out), ...formatRefusals(listRefusals(release), out)]),
    ...section('Changes requested in review', review === undefined ? [] : formatReview(review, out)),
    ...section('Findings', formatFindings(release.findings, out)),
  ]
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

/** `Ada Verne (main artist), Bo (composer, lyricist)`: one party may have several roles. */
export function formatContributors(contributors: Release['contributors']): string | undefined {
  if (contributors === undefined || contributors === null || contributors.length === 0) return undefined
  const roles = Map.groupBy(contributors, ({ name }) => name)
  return [...roles]
    .map(([name, entries]) => `${name} (${entries.map(({ role }) => role.replaceAll('_', ' ')).join(', ')})`)
    .join(', ')
}

function formatFacts(release: Release, { columns }: ReleaseOutput, etag: string | null | undefined): readonly string[] {
  const { validation, pendingRevision, revision } = release
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['id', release.id],
    ['status', release.status],
    ['artist', release.displayArtist],
    ['credits', formatContributors(release.contributors)],
    ['label', release.label],
    ['genre', release.genre],
    ['language', release.language],
    ['upc', release.upc],
    ['external id', release.externalId],
    ['replaces', release.replaces],
    ['replaced by', release.replacedBy],
    ['revision', pendingRevision === null ? String(revision) : `${revision}; submit to deliver ${pendingRevision}`],
    ['checked', `${formatCount(validation.errors, 'error')}, ${formatCount(validation.warnings, 'warning')}`],
    ['goes live', release.goesLive && describeGoLive(release.goesLive)],
    ['live since', release.liveAt],
    ['takedown', release.plannedTakedown && formatPlannedTakedown(release.plannedTakedown)],
    ['changed', release.updatedAt],
    ['etag', etag],
  ]
  const known = facts.filter(([, value]) => value !== undefined && value !== null)
  return formatTable(
    [
      ['', ([name]) => `  ${name}`],
      ['', ([, value]) => value, 'text'],
    ],
    known,
    { header: false, columns },
  )
}

const formatTracks = ({ tracks }: Release, { columns }: ReleaseOutput): readonly string[] =>
  formatTable(
    [
      ['', ({ disc, number }) => (tracks.some((track) => track.disc > 1) ? `  ${disc}-${number}` : `  ${number}`)],
      ['', ({ title }) => title, 'text'],
      ['', ({ contributors }) => formatContributors(contributors) ?? '', 'extra text'],
      ['', ({ durationMs }) => formatDuration(durationMs)],
      ['', ({ isrc }) => isrc ?? 'no ISRC'],
      ['', ({ id }) => id, 'extra'],
    ],
    tracks,
    { header: false, columns },
  )

/** When it went live there, or when it will. */
const describeMoment = ({ liveAt, goesLive }: Pick<Release['deliveries'][number], 'liveAt' | 'goesLive'>): string =>
  liveAt === null ? (goesLive ? `goes live ${describeGoLive(goesLive)}` : '') : `live since ${liveAt}`

const formatDeliveries = ({ deliveries }: Release, { columns }: ReleaseOutput): readonly string[] =>
  formatTable(
    [
      ['', ({ outlet }) => outlet.name, 'text'],
      ['', ({ status }) => status],
      ['', (delivery) => describeMoment(delivery), 'extra'],
      ['', ({ id }) => id, 'id'],
    ],
    deliveries,
    { header: false, columns: columns - 2 },
  )
