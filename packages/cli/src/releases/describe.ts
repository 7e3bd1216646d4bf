import type { Release } from '@spindle/client'
import { findingLines } from '../findings.ts'
import { type Output, plainText } from '../output.ts'
import { tableLines } from '../table.ts'
import { counted, formatLength } from '../units.ts'

/** A release for a person. */

/** `"Night Drive", ep, 3 tracks, 2026-05-01`: what somebody must recognise before something happens to it. */
export const headline = ({ title, type, tracks, releaseDate }: Release): string =>
  plainText(`"${title}", ${type}, ${counted(tracks.length, 'track')}, ${releaseDate ?? 'no release date'}`)

export function releaseLines(release: Release, out: Output, etag?: string | null): readonly string[] {
  return [
    out.paint('bold', headline(release)),
    ...factLines(release, etag),
    '',
    ...trackLines(release),
    ...section('Deliveries', deliveryLines(release)),
    ...section('Findings', findingLines(release.findings, out)),
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
    ['checked', `${counted(validation.errors, 'error')}, ${counted(validation.warnings, 'warning')}`],
    ['live since', release.liveAt],
    ['changed', release.updatedAt],
    ['etag', etag],
  ]
  const known = facts.filter(([, value]) => value !== undefined && value !== null)
  return tableLines(
    [
      ['', ([name]) => `  ${name}`],
      ['', ([, value]) => value],
    ],
    known,
    { header: false },
  )
}

const trackLines = ({ tracks }: Release): readonly string[] =>
  tableLines(
    [
      ['', ({ disc, number }) => (tracks.some((track) => track.disc > 1) ? `  ${disc}-${number}` : `  ${number}`)],
      ['', ({ title }) => title],
      ['', ({ durationMs }) => formatLength(durationMs)],
      ['', ({ isrc }) => isrc ?? 'no ISRC'],
      ['', ({ id }) => id],
    ],
    tracks,
    { header: false },
  )

const deliveryLines = ({ deliveries }: Release): readonly string[] =>
  tableLines(
    [
      ['', ({ outlet }) => outlet.name],
      ['', ({ status }) => status],
      ['', ({ reason }) => reason?.message ?? ''],
      ['', ({ id }) => id],
    ],
    deliveries,
    { header: false },
  )
