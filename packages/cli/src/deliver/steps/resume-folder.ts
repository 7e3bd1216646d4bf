import { stat } from 'node:fs/promises'
import { CommandError } from '@spindle/command-line'
import { retryWhileAway } from '../../hub/retry-while-away.ts'
import type { DeliverDependencies } from '../deliver-dependencies.ts'
import { awayEvent } from '../deliver-events.ts'
import {
  type FolderStateFile,
  findState,
  openState,
  resetState,
  type StatePlace,
  statePlace,
} from '../state/folder-state-file.ts'
import { hubRecordFile, recordUploadCache } from '../state/hub-record-file.ts'
import type { DeliverSession } from './deliver-session.ts'
import { type FoundRelease, findRelease, releaseGone } from './find-release.ts'

/** Opens what is remembered of a folder, and finds the release it became. */

export interface Opening {
  readonly place: StatePlace
  readonly restart: boolean
}

export interface ResumedFolder {
  readonly session: DeliverSession
  readonly found: FoundRelease | undefined
}

export async function resumeFolder(
  dependencies: DeliverDependencies,
  { place, restart }: Opening,
): Promise<ResumedFolder> {
  const { folder } = place
  const note = (text: string): void => dependencies.emit({ type: 'note', text })
  const stateFile = await openState(place, note)
  const original = await findOriginal(place, stateFile)
  if (original !== undefined && !restart)
    throw place.isApart
      ? new CommandError(`${place.path} contains the delivery state of ${original}`, {
          code: 'state_of_another_folder',
          fix: 'Use a separate directory for this folder: --state-dir DIR.',
        })
      : new CommandError(`The folder is a copy of ${original}, including its saved state`, {
          code: 'folder_copied',
          fix: 'To deliver it as a new release, add --restart.',
        })
  const kept = original === undefined ? stateFile : await resetState(place)
  if (kept.current().path !== folder) await kept.change((state) => ({ ...state, path: folder }))
  const session = await startSession(dependencies, kept)
  const { release } = session.record.current()
  if (release === undefined) return { session, found: undefined }
  const found = await findRelease(session, release.id)
  if (!found && !restart) throw releaseGone(release.id)
  if (!found) return { session: await startSession(dependencies, await resetState(place)), found }
  if (restart)
    note(
      `${release.id} still exists (${found.release.status}), so it is continued. --restart works only if the release no longer exists.`,
    )
  return { session, found }
}

/** The folder of the remembered state, if it still exists and is not this one. */
async function findOriginal(place: StatePlace, stateFile: FolderStateFile): Promise<string | undefined> {
  const { folder } = place
  const { path } = stateFile.current()
  if (path === folder) return undefined
  const [there, here] = await Promise.all([stat(path).catch(() => undefined), stat(folder)])
  // The same folder by another name: a link, or a mount.
  if (!there || (there.ino === here.ino && there.dev === here.dev)) return undefined
  const { folderId } = await findState(place.isApart ? place : statePlace(path)).catch(() => ({ folderId: undefined }))
  return folderId === stateFile.folderId ? path : undefined
}

async function startSession(dependencies: DeliverDependencies, stateFile: FolderStateFile): Promise<DeliverSession> {
  const { connect, hubKey, emit, signal } = dependencies
  const record = hubRecordFile(stateFile, hubKey)
  return {
    client: await connect(recordUploadCache(record)),
    stateFile,
    record,
    hubKey,
    emit,
    signal,
    patiently: (work) => retryWhileAway(work, { signal, onAway: (error) => emit(awayEvent(error)) }),
  }
}
