import type { AccountId } from '../platform/values/ids.ts'
import type { Hub } from '../start-hub.ts'

/**
 * The link by which the first person sets the hub up. Undefined once somebody runs the hub, and where this hub serves no
 * page that could take it.
 */
export async function makeSetupLink(
  { http, links }: Pick<Hub, 'http' | 'links'>,
  ownedAccount?: AccountId,
): Promise<string | undefined> {
  const servesConsole = http.fastify.hasRoute({ method: 'GET', url: '/console/*' })
  return servesConsole ? links.makeSetupLink(ownedAccount) : undefined
}
