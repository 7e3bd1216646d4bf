import { readStored, store } from '../data/storage.ts'
import type { Draft, DraftRequest } from './document/draft.ts'
import type { KeptFile } from './file-row.ts'
import type { Suggestion } from './suggestions.ts'

/**
 * What a delivery keeps in this browser, so that a reload loses nothing: names, sizes and dates of files, ids of uploads,
 * and what was typed. Never the bytes of a file.
 */
export interface Tray {
  readonly version: 1
  readonly releaseId?: string | undefined
  /** Of the release when it was saved last. */
  readonly revision?: number | undefined
  /** What the hub was told last; what differs from it is not saved yet. */
  readonly saved?: DraftRequest | undefined
  readonly draft: Draft
  readonly files: readonly KeptFile[]
  readonly suggestions: readonly Suggestion[]
  readonly suggestedType?: string | undefined
}

/** The delivery that is being made, or the changes of a release. */
const keyOf = (accountId: string, releaseId: string | undefined): string =>
  `spindle:tray:${accountId}${releaseId === undefined ? '' : `:${releaseId}`}`

export function readTray(accountId: string, releaseId: string | undefined): Tray | undefined {
  try {
    const kept = JSON.parse(readStored(keyOf(accountId, releaseId)) ?? 'null') as Tray | null
    return kept?.version === 1 ? kept : undefined
  } catch {
    return undefined
  }
}

export const writeTray = (accountId: string, releaseId: string | undefined, tray: Tray | undefined): void =>
  store(keyOf(accountId, releaseId), tray && JSON.stringify(tray))
