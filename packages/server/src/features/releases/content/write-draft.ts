import { AppError, parseIsrc, type ReleaseDocument, type ReleaseListTrack } from '@spindle/contract'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { UploadFacts } from '../../uploads/index.ts'
import type { Checked, Checker, CheckInput } from '../check/release-checker.ts'
import { type PlacedTrack, type ReleaseMembers, toColumns } from '../model/release-document.ts'
import { documentOf, type ReleaseRecord } from '../model/release-record.ts'
import { searchDocument } from '../model/search-document.ts'
import {
  type FindingColumns,
  insertRelease,
  type NewReleaseColumns,
  type ReleaseRow,
  saveFindings,
  type TrackRow,
  updateReleaseRow,
} from '../release-queries.ts'
import { countCredits } from './count-credits.ts'
import { countNames } from './count-names.ts'

/**
 * Writes a release's document: its row, its tracks, and its findings. The row has what lists show of the tracks, so
 * that a page of releases is read from one table.
 */

export interface Content {
  readonly document: ReleaseMembers
  readonly tracks: readonly PlacedTrack[]
}

export const contentDocument = ({ document, tracks }: Content): ReleaseDocument => ({
  ...document,
  tracks: tracks.map((track) => ({ id: track.id as `trk_${string}`, ...track.document })),
})

export const contentOf = ({ document, tracks }: Pick<ReleaseRecord, 'document' | 'tracks'>): Content => ({
  document,
  tracks: tracks.map((track, index) => ({ ...track, position: index + 1 })),
})

/** The size of a release in the quota of its account. */
export const countBytes = ({ document, tracks }: Content): number =>
  tracks.reduce((sum, track) => sum + jsonBytes(track.document), jsonBytes(document))

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

type Uploads = ReadonlyMap<string, UploadFacts>

interface Owner {
  readonly accountId: string
  readonly releaseId: string
}

function toReleaseRow({ accountId, releaseId }: Owner, { document, tracks }: Content, uploads: Uploads): ReleaseRow {
  const rows = toTrackRows(tracks, uploads)
  return {
    columns: toColumns(document),
    search: searchDocument(accountId, { releaseId, document, tracks }),
    tracks: rows,
    parties: countCredits(document, tracks),
    names: countNames(document, tracks),
    trackList: formatTrackList(rows),
    durationMs: sumDurationMs(rows),
    documentBytes: countBytes({ document, tracks }),
  }
}

export const insertDraft = (
  trx: TenantTransaction,
  release: NewReleaseColumns,
  content: Content,
  uploads: Uploads,
): Promise<void> =>
  refuseTakenExternalId(
    content,
    insertRelease(trx, release, toReleaseRow({ accountId: trx.accountId, releaseId: release.id }, content, uploads)),
  )

export const rewriteDraft = (
  trx: TenantTransaction,
  release: { readonly id: string; readonly revision: number },
  content: Content,
  uploads: Uploads,
): Promise<void> =>
  refuseTakenExternalId(
    content,
    updateReleaseRow(trx, release, toReleaseRow({ accountId: trx.accountId, releaseId: release.id }, content, uploads)),
  )

async function refuseTakenExternalId({ document }: Content, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isUniqueViolation(error, 'releases_external_id')) throw error
    throw new AppError('external_id_taken', {
      cause: error,
      errors: [
        {
          pointer: '/externalId',
          code: 'external_id_taken',
          detail: `Another release of the account already has the externalId "${document.externalId}".`,
          fix: 'Use another externalId, or change the release that has it.',
        },
      ],
    })
  }
}

interface ContentWithUploads extends Pick<CheckInput, 'givesAudioReason'> {
  readonly content: Content
  readonly uploads: Uploads
}

/** The findings of a document that is not stored yet. */
export const checkContent = (
  checker: Checker,
  trx: TenantTransaction,
  release: Pick<ReleaseRecord, 'id' | 'legacy' | 'firstDeliveredAt'>,
  { content, uploads, givesAudioReason }: ContentWithUploads,
): Promise<Checked> =>
  checker.check(trx, {
    releaseId: release.id,
    document: contentDocument(content),
    legacy: release.legacy,
    delivered: release.firstDeliveredAt !== null,
    uploads,
    mayAssign: true,
    givesAudioReason,
  })

/** Checks a stored release again and stores the result if it differs. A check for one outlet is not stored. */
export async function checkAgain(
  trx: TenantTransaction,
  checker: Checker,
  release: ReleaseRecord,
  {
    mayAssign = true,
    ...more
  }: Partial<Pick<CheckInput, 'mayAssign' | 'outlet' | 'mustAskHook' | 'hookDocument'>> = {},
): Promise<Checked & { readonly uploads: Uploads }> {
  const document = documentOf(release)
  const uploads = await checker.loadUploads(trx, document)
  const checked = await checker.check(trx, {
    releaseId: release.id,
    document,
    legacy: release.legacy,
    delivered: release.firstDeliveredAt !== null,
    uploads,
    mayAssign,
    ...more,
  })
  if (more.outlet === undefined) await keepFindings(trx, release.id, checked)
  return { ...checked, uploads }
}

export const keepFindings = (trx: TenantTransaction, releaseId: string, checked: Checked): Promise<void> =>
  saveFindings(trx, releaseId, toFindingColumns(checked))

export const toFindingColumns = ({ findings, errors, warnings, checkedAt, hookSha256 }: Checked): FindingColumns => ({
  findings: JSON.stringify(findings),
  errors,
  warnings,
  checkedAt,
  hookSha256: hookSha256 ?? null,
})

interface Measured {
  readonly technical: { readonly kind: string; readonly durationMs?: number } | null
}

const findDurationMs = (upload: Measured | undefined): number | null =>
  upload?.technical?.kind === 'audio' ? (upload.technical.durationMs ?? null) : null

const toTrackRows = (tracks: readonly PlacedTrack[], uploads: ReadonlyMap<string, Measured>): TrackRow[] =>
  tracks.map(({ id, position, disc, number, document }) => ({
    id,
    position,
    disc,
    number,
    title: document.title,
    isrc: document.isrc === undefined ? null : (parseIsrc(document.isrc) ?? null),
    upload_id: document.uploadId ?? null,
    duration_ms: findDurationMs(uploads.get(document.uploadId ?? '')),
    document,
  }))

/** The sum of the tracks; null until all are analysed. */
const sumDurationMs = (tracks: readonly Pick<TrackRow, 'duration_ms'>[]): number | null =>
  tracks.reduce<number | null>(
    (sum, { duration_ms: durationMs }) => (sum === null || durationMs === null ? null : sum + durationMs),
    0,
  )

const formatTrackList = (tracks: readonly TrackRow[]): string =>
  JSON.stringify(
    tracks.map(
      ({ id, number, title, isrc, duration_ms: durationMs, upload_id: uploadId }): ReleaseListTrack => ({
        id: id as ReleaseListTrack['id'],
        number,
        title,
        isrc,
        durationMs,
        uploadId: uploadId as ReleaseListTrack['uploadId'],
      }),
    ),
  )
