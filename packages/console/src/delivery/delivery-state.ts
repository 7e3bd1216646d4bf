import type { Finding, Release, ReleaseStatus } from '@spindle/client'
import type { ReviewIssue } from '@spindle/contract'
import type { Saving } from './autosave.ts'
import { type Draft, emptyDraft } from './document/draft.ts'
import { type FileRow, uploadOf } from './file-row.ts'
import type { Suggestion } from './suggestions.ts'

/** Everything the page of a delivery shows. */
export interface DeliveryState {
  readonly draft: Draft
  readonly files: readonly FileRow[]
  readonly suggestions: readonly Suggestion[]
  /** The type that the masters suggested; a person who chose another keeps it. */
  readonly suggestedType: string | undefined
  /** Contradictions of tags and names. */
  readonly notes: readonly string[]
  /** Files are being checked before any of them is sent. */
  readonly isReading: boolean
  readonly saving: Saving
  /** Undefined until the first audio has arrived. */
  readonly release: SavedRelease | undefined
  /** The release as changed elsewhere, while the person has to choose. */
  readonly theirs: Release | undefined
  /** It was submitted, or another one was started, in another window. */
  readonly isEndedElsewhere: boolean
  /** Why the release could not be opened. */
  readonly openingError: unknown
}

/** What is known of the release at the hub. */
export interface SavedRelease {
  readonly id: string
  readonly revision: number
  readonly status: ReleaseStatus | undefined
  readonly findings: readonly Finding[]
  /** The changes that the reviewer requested, until it is submitted again. */
  readonly asked: readonly ReviewIssue[]
  /** Undefined until the hub has checked it. */
  readonly errors: number | undefined
  readonly warnings: number | undefined
}

export const emptyState: DeliveryState = {
  draft: emptyDraft,
  files: [],
  suggestions: [],
  suggestedType: undefined,
  notes: [],
  isReading: false,
  saving: { kind: 'local' },
  release: undefined,
  theirs: undefined,
  isEndedElsewhere: false,
  openingError: undefined,
}

/** The upload of a file: before its bytes have arrived, the one that it replaces. */
export const uploadFinder =
  (files: readonly FileRow[]) =>
  (fileKey: string): string | undefined => {
    const row = files.find(({ key }) => key === fileKey)
    return row && uploadOf(row)
  }

export const savedReleaseOf = ({ id, revision, status, findings, validation, review }: Release): SavedRelease => ({
  id,
  revision,
  status,
  findings,
  asked: review?.decision === 'changes_requested' ? review.issues : [],
  errors: validation.errors,
  warnings: validation.warnings,
})
