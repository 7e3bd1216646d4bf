import { permissions } from '@spindle/contract'
import { endConnection, getToolEndpoints, listConnections } from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Accounts } from '../../accounts/index.ts'
import { audienceOf, authorizePath, tokenPath } from '../authorization-server.ts'
import type { Connections } from './connections.ts'

/** The programs that act for the signed-in person, disconnecting one, and where programs connect. */
export function bindConnections(
  http: Http,
  {
    connections,
    accounts,
    hasTools,
  }: {
    readonly connections: Connections
    readonly accounts: Pick<Accounts, 'findNames'>
    readonly hasTools: boolean
  },
): void {
  const { publicUrl } = http.config
  const endpoints = {
    tools: audienceOf(publicUrl, 'mcp'),
    issuer: publicUrl,
    authorization: publicUrl + authorizePath,
    token: publicUrl + tokenPath,
    scopes: [...permissions],
  }
  route(http, getToolEndpoints, async () => ({ body: { endpoints: hasTools ? endpoints : null } }))
  route(http, listConnections, async ({ principal }) => {
    const rows = await connections.list(principal.id)
    const names = await accounts.findNames(rows.map(({ accountId }) => accountId))
    const data = rows.map((row) => ({
      id: row.id,
      client: { id: row.clientId, name: row.clientName },
      account: { id: row.accountId, name: names.get(row.accountId) ?? '' },
      scopes: row.scopes,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
    }))
    return { body: { data } }
  })
  route(http, endConnection, async ({ principal, params }) => {
    await connections.end(principal, params.connectionId)
    return { body: undefined }
  })
}
