import type { Finding, Upload, UploadKind } from '@spindle/client'
import type { Sending } from './uploading/upload-queue.ts'

/** A file of a delivery, from the moment it was chosen. */

export interface KeptFile {
  readonly key: string
  readonly name: string
  readonly size: number
  /** Of the file, in milliseconds; with name and size it identifies the file when it is chosen again. */
  readonly modified: number
  readonly kind: UploadKind | 'foreign'
  /** As far as its header shows, before the hub has decoded it. */
  readonly durationMs?: number | undefined
  readonly findings: readonly Finding[]
  readonly uploadId?: string | undefined
  /** All bytes are at the hub. */
  readonly hasArrived: boolean
  /** The upload in whose place it was chosen: the release keeps that one until all bytes of this file are at the hub. */
  readonly replaces?: string | undefined
  /** The window that has its bytes, as long as that is there. */
  readonly heldBy?: string | undefined
  /** It is not sent: the findings have the reason. */
  readonly isRefused: boolean
}

export interface FileRow extends KeptFile {
  /** State that exists only while the page is open. */
  readonly bytes?: File | undefined
  readonly sending?: Sending | undefined
  /** As the hub answered last. */
  readonly upload?: Upload | undefined
}

export type FileState =
  | 'foreign'
  | 'refused'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'retrying'
  | 'checking'
  | 'ready'
  | 'rejected'
  /** Sending was given up. */
  | 'lost'
  /** Another window sends it. */
  | 'elsewhere'
  /** The page was loaded again: the file has to be chosen once more. */
  | 'unfinished'

export function stateOf({ kind, isRefused, hasArrived, upload, bytes, heldBy, sending }: FileRow): FileState {
  if (kind === 'foreign') return 'foreign'
  if (isRefused) return 'refused'
  if (hasArrived) {
    if (upload?.status === 'ready') return 'ready'
    if (upload?.status === 'rejected') return 'rejected'
    return upload?.status === 'expired' ? 'unfinished' : 'checking'
  }
  if (!bytes) return heldBy === undefined ? 'unfinished' : 'elsewhere'
  return sending?.state ?? 'waiting'
}

/** The upload that the release has for the file by now. */
export const uploadOf = ({ hasArrived, uploadId, replaces }: KeptFile): string | undefined =>
  hasArrived ? uploadId : replaces

/** As the hub measured it. */
export function withUpload(row: FileRow, upload: Upload): FileRow {
  const { technical, findings } = upload
  return { ...row, upload, findings, ...(technical?.kind === 'audio' && { durationMs: technical.durationMs }) }
}

const isComplete: ReadonlySet<Upload['status']> = new Set(['received', 'analysing', 'ready'])

/** What the hub has of files that were not sent to the end. */
export const withFoundUploads = (rows: readonly FileRow[], found: readonly Upload[]): readonly FileRow[] =>
  rows.map((row) => {
    const upload = row.hasArrived ? undefined : found.find(({ id }) => id === row.uploadId)
    if (!upload) return row
    // Its last answer was lost with the page.
    return isComplete.has(upload.status)
      ? { ...withUpload(row, upload), hasArrived: true, replaces: undefined }
      : { ...row, upload }
  })

/** Whether its upload was begun in this browser: of files that the hub had before, the size is not known. */
export const isBegunHere = ({ size }: KeptFile): boolean => size > 0

/** Whether it is a part of the delivery and is sent. */
export const isWanted = ({ kind, isRefused }: KeptFile): boolean => kind !== 'foreign' && !isRefused

export const toKept = ({ bytes: _bytes, sending: _sending, upload: _upload, ...kept }: FileRow): KeptFile => kept

const baseName = (name: string): string => name.split('/').at(-1) ?? name

/** Whether a chosen file is the one that a row is about, wherever it was chosen from. */
export const isSameFile = (row: KeptFile, { name, size, lastModified }: File): boolean =>
  baseName(row.name) === name.normalize('NFC') && row.size === size && row.modified === lastModified
