import type { DeliveryMessage } from '../../outlets/index.ts'
import { packageName } from '../ern/ern-model.ts'
import { findUnsentBefore, markSent } from '../messages/message-store.ts'
import type { ConnectedStore } from './connect-to-store.ts'
import { endMarkOf, foldersOf } from './package-paths.ts'

/**
 * Settles earlier rounds without a recorded end. A complete package counts as sent. A partial one is removed, because
 * the next message replaces it. One that may have been complete and is gone counts as taken by the store.
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
