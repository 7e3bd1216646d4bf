import { stat } from 'node:fs/promises'
import type { UploadStore } from '@spindle/client'
import { CommandError } from '../../errors/command-error.ts'
import type { DeliverDependencies } from '../deliver-folder.ts'
import { type FolderStateStore, findState, openState, resetState } from '../state/folder-state-store.ts'
import { changeRecord, currentRecord, type DeliverSession } from './deliver-session.ts'
import { type FoundRelease, findRelease, releaseGone } from './find-release.ts'

/** Opens what is remembered of a folder, and finds the release it became. */

export interface Opening {
  readonly folder: string
  readonly restart: boolean
}

export interface ResumedFolder {
  readonly session: DeliverSession
  readonly found: FoundRelease | undefined
}

export async function resumeFolder(world: DeliverDependencies, { folder, restart }: Opening): Promise<ResumedFolder> {
  const note = (text: string): void => world.emit({ type: 'note', text })
  const store = await openState(folder, note)
  const original = await findOriginal(folder, store)
  if (original !== undefined && !restart)
    throw new CommandError(`The folder is a copy of ${original}, including its saved state`, {
      code: 'folder_copied',
      fix: 'To deliver it as a new release, add --restart.',
    })
  const kept = original === undefined ? store : await resetState(folder)
  if (kept.current().path !== folder) await kept.change((state) => ({ ...state, path: folder }))
  const session = await sessionOf(world, kept)
  const { release } = currentRecord(session)
  if (release === undefined) return { session, found: undefined }
  const found = await findRelease(session, release.id)
  if (!found && !restart) throw releaseGone(release.id)
  if (!found) return { session: await sessionOf(world, await resetState(folder)), found }
  if (restart)
    note(
      `${release.id} still exists (${found.release.status}), so it is continued; --restart is for releases that are gone.`,
    )
  return { session, found }
}

/** The folder this one was copied from with all it remembers, while that one is still there. */
async function findOriginal(folder: string, store: FolderStateStore): Promise<string | undefined> {
  const { path } = store.current()
  if (path === folder) return undefined
  const [there, here] = await Promise.all([stat(path).catch(() => undefined), stat(folder)])
  // The same folder by another name: a link, or a mount.
  if (!there || (there.ino === here.ino && there.dev === here.dev)) return undefined
  const { folderId } = await findState(path).catch(() => ({ folderId: undefined }))
  return folderId === store.folderId ? path : undefined
}

async function sessionOf(world: DeliverDependencies, store: FolderStateStore): Promise<DeliverSession> {
  const { connect, profile, emit, signal } = world
  // A client is made for the store it remembers its uploads in, and the store needs the address the client has.
  let session: DeliverSession | undefined
  const uploadStore: UploadStore = {
    get: async (fingerprint) => session && currentRecord(session).uploads[fingerprint],
    set: async (fingerprint, uploadId) => {
      if (session)
        await changeRecord(session, (record) => ({
          ...record,
          uploads: { ...record.uploads, [fingerprint]: uploadId },
        }))
    },
    // Kept although it is complete: until the release names it, only this says which file it is.
    delete: async () => {},
  }
  const client = await connect(uploadStore)
  session = { client, store, hubKey: `${profile} ${client.baseUrl}`, emit, signal }
  return session
}
