import { AppError, type ReleaseDocument } from '@spindle/contract'
import { isUniqueViolation } from '../../../platform/database/postgres-errors.ts'
import type { TenantTransaction } from '../../../platform/database/sql.ts'
import type { UploadFacts } from '../../uploads/index.ts'
import type { Checked, Checker } from '../check/release-checker.ts'
import { type PlacedTrack, type ReleaseMembers, toColumns } from '../model/release-document.ts'
import { documentOf, type ReleaseRecord } from '../model/release-record.ts'
import {
  type FindingColumns,
  insertRelease,
  type NewReleaseColumns,
  type ReleaseRow,
  saveFindings,
  updateReleaseRow,
} from '../release-store.ts'
import { formatTrackList, sumDurationMs, toTrackRows } from './track-list.ts'

/** Writing a release's document: its row, its tracks, and what the rules say of it. */

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

function toReleaseRow({ document, tracks }: Content, uploads: ReadonlyMap<string, UploadFacts>): ReleaseRow {
  const rows = toTrackRows(tracks, uploads)
  return {
    columns: toColumns(document),
    tracks: rows,
    trackList: formatTrackList(rows),
    durationMs: sumDurationMs(rows),
  }
}

type Uploads = ReadonlyMap<string, UploadFacts>

export const insertDraft = (
  trx: TenantTransaction,
  release: NewReleaseColumns,
  content: Content,
  uploads: Uploads,
): Promise<void> => refuseTakenExternalId(content, insertRelease(trx, release, toReleaseRow(content, uploads)))

export const rewriteDraft = (
  trx: TenantTransaction,
  release: { readonly id: string; readonly revision: number },
  content: Content,
  uploads: Uploads,
): Promise<void> => refuseTakenExternalId(content, updateReleaseRow(trx, release, toReleaseRow(content, uploads)))

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
          detail: `Another release of the account has the externalId "${document.externalId}".`,
          fix: 'Use another externalId, or change the release that has it.',
        },
      ],
    })
  }
}

/** Checks a stored release again and keeps the result where it differs. */
export async function checkAgain(
  trx: TenantTransaction,
  checker: Checker,
  release: ReleaseRecord,
  { mayAssign = true }: { readonly mayAssign?: boolean } = {},
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
  })
  await keepFindings(trx, release.id, checked)
  return { ...checked, uploads }
}

export const keepFindings = (trx: TenantTransaction, releaseId: string, checked: Checked): Promise<void> =>
  saveFindings(trx, releaseId, toFindingColumns(checked))

export const toFindingColumns = ({ findings, errors, warnings, checkedAt }: Checked): FindingColumns => ({
  findings: JSON.stringify(findings),
  errors,
  warnings,
  checkedAt,
})
