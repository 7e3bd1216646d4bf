import type { DeliveryMessage } from '../../outlets/index.ts'
import { packageName } from '../ern/ern-model.ts'
import { findUnsentBefore, markIncomplete, markSent } from '../messages/message-queries.ts'
import { endMarkOf, foldersOf } from '../packages/package-paths.ts'
import { ifAllowed, isForbidden } from '../transports/failures.ts'
import type { Transport } from '../transports/transport.ts'
import type { ConnectedStore } from './connect-to-store.ts'

/**
 * Settles earlier rounds whose end was not recorded: a package that is in the store's folder was sent, and an
 * incomplete one is removed, because a later one replaces it. One that may have been complete and is no longer there
 * was taken by the store.
 */
export async function settleEarlierRounds(
  { database, clock, transport }: ConnectedStore,
  { accountId, deliveryId, round, release, releaseId }: DeliveryMessage,
): Promise<void> {
  const tenant = database.tenant(accountId)
  const name = packageName({ release, releaseId })
  for (const { id, batch, completingAt } of await findUnsentBefore(tenant, deliveryId, round)) {
    const folders = foldersOf(batch, name)
    const state = await findPackage(transport, { batch, name, folders })
    const isTaken = completingAt !== null && (state === 'absent' || state === 'hidden')
    if (state === 'whole' || isTaken) await markSent(tenant, id, new Date(clock.now()))
    // Before it is removed: if the hub is killed between the two, it must not seem that the store took the package.
    if (state === 'cut' && completingAt !== null) await markIncomplete(tenant, id)
    if (state !== 'whole' && !(state === 'hidden' && isTaken)) await removeFolders(transport, folders)
  }
}

interface EarlierPackage {
  readonly batch: number
  readonly name: string
  readonly folders: ReturnType<typeof foldersOf>
}

/** `hidden`: the store does not allow the hub to look. */
async function findPackage(
  transport: Transport,
  { batch, name, folders: [batchFolder, releaseFolder] }: EarlierPackage,
): Promise<'whole' | 'cut' | 'absent' | 'hidden'> {
  const isThere = async (path: string) => (await transport.stat(path)) !== undefined
  try {
    if ((await isThere(endMarkOf(batch))) || (await isThere(`${releaseFolder}/${name}.xml`))) return 'whole'
    const isCut =
      (await isThere(`${batchFolder}/${name}/${name}.xml`)) ||
      (await transport.list(`${releaseFolder}/resources`)).length > 0
    return isCut ? 'cut' : 'absent'
  } catch (error) {
    if (isForbidden(error)) return 'hidden'
    throw error
  }
}

/** Stores ignore a package without its end mark, so a store that does not allow deleting is not a problem. */
async function removeFolders(transport: Transport, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await ifAllowed(() => transport.remove(folder))
}
