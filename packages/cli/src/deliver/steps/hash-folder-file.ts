import { stat } from 'node:fs/promises'
import { CommandError } from '@spindle/command-line'
import { hashFile } from '../../files/hash-file.ts'
import type { FolderFile } from '../folder/read-folder.ts'
import type { FileRecord } from '../state/folder-state.ts'
import type { DeliverSession } from './deliver-session.ts'

/** The SHA-256 of a file, read again only when the file is not the one that was read. */

/** Returns lower-case hex. Throws `file_changed` when the file was written to while it was read. */
export async function hashFolderFile(session: DeliverSession, file: FolderFile): Promise<string> {
  const { stateFile, emit, signal } = session
  const known = stateFile.current().files[file.name]
  if (known !== undefined && isSame(known, file)) return known.sha256
  emit({ type: 'reading', file: file.name })
  const sha256 = await hashFile(file.path, signal)
  await refuseChanged(file)
  const { size, mtimeMs, ctimeMs } = file
  await stateFile.change((state) => ({
    ...state,
    files: { ...state.files, [file.name]: { size, mtimeMs, ctimeMs, sha256 } },
  }))
  return sha256
}

type FileFacts = Omit<FileRecord, 'sha256'>

/** A copy over the file can keep its size and its time of change, but not the time its entry changed. */
export const isSame = (one: FileFacts, other: FileFacts): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs

/** Throws when the file is not the one that was found any more. */
export async function refuseChanged(file: FolderFile): Promise<void> {
  const now = await stat(file.path)
  if (now.size === file.size && now.mtimeMs === file.mtimeMs) return
  throw fileChanged(file.name)
}

/** `cause` is what the system or the hub reported, if that revealed the change. */
export const fileChanged = (name: string, cause?: unknown): CommandError =>
  new CommandError(`${name} changed while it was being delivered`, {
    code: 'file_changed',
    fix: 'Wait until no program writes to it, then run the same command again.',
    cause,
  })
