import { resolve } from 'node:path'
import { requireRoom } from '../../hub/require-room.ts'
import type { DeliverDependencies } from '../deliver-dependencies.ts'
import type { DeliverOptions } from '../deliver-folder.ts'
import { type FolderFile, readFolder } from '../folder/read-folder.ts'
import { findState, statePlace } from '../state/folder-state-file.ts'
import { getHubRecord } from '../state/hub-record-file.ts'
import { isSame } from '../steps/hash-folder-file.ts'

/**
 * Throws `CommandError` if the masters of all folders are more than the account can store. Those that were begun or sent
 * before do not count, nor does a folder that cannot be read: it is reported when its turn comes.
 */
export async function requireRoomForFolders(
  dependencies: Pick<DeliverDependencies, 'cwd' | 'hub' | 'hubKey' | 'signal'>,
  folders: readonly string[],
  { stateDir }: Pick<DeliverOptions, 'stateDir'>,
): Promise<void> {
  let bytes = 0
  for (const folder of folders) bytes += await countBytes(dependencies, folder, stateDir).catch(() => 0)
  await requireRoom(dependencies.hub, bytes, dependencies)
}

async function countBytes(
  { cwd, hub, hubKey }: Pick<DeliverDependencies, 'cwd' | 'hub' | 'hubKey'>,
  given: string,
  stateDir: string | undefined,
): Promise<number> {
  const folder = await readFolder(given, cwd)
  const { state } = await findState(statePlace(folder.path, stateDir && resolve(cwd, stateDir)))
  const known = state?.files ?? {}
  const uploads = state === undefined ? {} : getHubRecord(state, hubKey).uploads
  // One that was begun is announced to the hub, which counts all of it.
  const isBegun = (file: FolderFile): boolean => {
    const facts = known[file.name]
    return facts !== undefined && isSame(facts, file) && uploads[`${hub.baseUrl}|${facts.sha256}`] !== undefined
  }
  return folder.masters.filter((file) => !isBegun(file)).reduce((sum, { size }) => sum + size, 0)
}
