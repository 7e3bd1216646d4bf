import type { DeliveryMessage } from '../../outlets/index.ts'
import { packageName } from '../ern/ern-model.ts'
import { findUnsentBefore, markSent } from '../messages/message-queries.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { endMarkOf, foldersOf } from './package-paths.ts'

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
    const [batchFolder, releaseFolder] = foldersOf(batch, name)
    const isThere = async (path: string) => (await transport.stat(path)) !== undefined
    const isOut = (await isThere(endMarkOf(batch))) || (await isThere(`${releaseFolder}/${name}.xml`))
    const isCut = async () =>
      (await isThere(`${batchFolder}/${name}/${name}.xml`)) ||
      (await transport.list(`${releaseFolder}/resources`)).length > 0
    if (isOut || (completingAt !== null && !(await isCut()))) await markSent(tenant, id, new Date(clock.now()))
    if (!isOut) for (const folder of [batchFolder, releaseFolder]) await transport.remove(folder)
  }
}
