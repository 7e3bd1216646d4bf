import type { Release } from '@spindle/client'
import { formatFindings } from '../../output/format-findings.ts'
import { formatTable } from '../../output/format-table.ts'
import { formatCount, formatDuration } from '../../output/format-units.ts'
import { type Output, sanitizeText } from '../../output/terminal-output.ts'

/** A release for a person. */

/** `"Night Drive", ep, 3 tracks, 2026-05-01`: what somebody must recognise before something happens to it. */
export const formatHeadline = ({ title, type, tracks, releaseDate }: Release): string =>
  sanitizeText(`"${title}", ${type}, ${formatCount(tracks.length, 'track')}, ${releaseDate ?? 'no release date'}`)

export function formatRelease(release: Release, out: Output, etag?: string | null): readonly string[] {
  return [
    out.paint('bold', formatHeadline(release)),
    ...factLines(release, etag),
    '',
    ...trackLines(release),
    ...section('Deliveries', deliveryLines(release)),
    ...section('Findings', formatFindings(release.findings, out)),
  ]
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]

function factLines(release: Release, etag: string | null | undefined): readonly string[] {
  const { validation, pendingRevision, revision } = release
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['id', release.id],
    ['status', release.status],
    ['artist', release.displayArtist],
    ['label', release.label],
    ['upc', release.upc],
    ['external id', release.externalId],
    ['revision', pendingRevision === null ? String(revision) : `${revision}, submitting delivers ${pendingRevision}`],
    ['checked', `${formatCount(validation.errors, 'error')}, ${formatCount(validation.warnings, 'warning')}`],
    ['live since', release.liveAt],
    ['changed', release.updatedAt],
    ['etag', etag],
  ]
  const known = facts.filter(([, value]) => value !== undefined && value !== null)
  return formatTable(
    [
      ['', ([name]) => `  ${name}`],
      ['', ([, value]) => value],
    ],
    known,
    { header: false },
  )
}

const trackLines = ({ tracks }: Release): readonly string[] =>
  formatTable(
    [
      ['', ({ disc, number }) => (tracks.some((track) => track.disc > 1) ? `  ${disc}-${number}` : `  ${number}`)],
      ['', ({ title }) => title],
      ['', ({ durationMs }) => formatDuration(durationMs)],
      ['', ({ isrc }) => isrc ?? 'no ISRC'],
      ['', ({ id }) => id],
    ],
    tracks,
    { header: false },
  )

const deliveryLines = ({ deliveries }: Release): readonly string[] =>
  formatTable(
    [
      ['', ({ outlet }) => outlet.name],
      ['', ({ status }) => status],
      ['', ({ reason }) => reason?.message ?? ''],
      ['', ({ id }) => id],
    ],
    deliveries,
    { header: false },
  )
