import type { AccountId } from '../../platform/values/ids.ts'
import type { Hub } from '../../start-hub.ts'

/**
 * The link with which the first person sets up the hub. Undefined once the hub has an operator, and if this hub does
 * not serve the page that the link opens.
 */
export async function makeSetupLink(
  { http, links }: Pick<Hub, 'http' | 'links'>,
  ownedAccount?: AccountId,
): Promise<string | undefined> {
  const servesConsole = http.fastify.hasRoute({ method: 'GET', url: '/console/*' })
  return servesConsole ? links.makeSetupLink(ownedAccount) : undefined
}
