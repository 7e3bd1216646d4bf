import type { FolderFile } from '../folder/read-folder.ts'
import type { FileToSend } from '../plan/files-to-send.ts'
import type { FolderState, HubRecord } from '../state/folder-state.ts'
import { isSame } from './hash-folder-file.ts'

/** What is saved of a folder and of its release at one hub. */
export interface SavedDelivery {
  readonly files: FolderState['files']
  readonly record: HubRecord
  readonly baseUrl: string
}

/**
 * The uploads that the release of an earlier run already has, by the names of their files. A file that was changed since
 * then is not among them.
 */
export function findSentFiles(
  { files: known, record: { uploads, release }, baseUrl }: SavedDelivery,
  files: readonly FileToSend[],
): ReadonlyMap<string, string> {
  const { coverUploadId, tracks = [] } = release?.sent ?? {}
  const sent = new Set<string | null | undefined>([coverUploadId, ...tracks.map(({ uploadId }) => uploadId)])
  const findSent = (file: FolderFile): string | undefined => {
    const facts = known[file.name]
    const id = facts && isSame(facts, file) ? uploads[`${baseUrl}|${facts.sha256}`] : undefined
    return sent.has(id) ? id : undefined
  }
  return new Map(
    files.flatMap(({ file }) => {
      const id = findSent(file)
      return id === undefined ? [] : [[file.name, id] as const]
    }),
  )
}
