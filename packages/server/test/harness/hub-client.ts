import { call } from './api-client.ts'
import type { HubClient, HubProcess } from './hub-process.ts'

/** Credentials at a hub that runs as a process. */

export async function createToken(
  hub: Pick<HubProcess, 'url'>,
  { clientId, clientSecret }: HubClient,
): Promise<string> {
  const { status, body, text } = await call(hub.url, 'POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  })
  if (status !== 200) throw new Error(`no token: ${text}`)
  return body.access_token
}

export async function createKey(hub: Pick<HubProcess, 'url'>, client: HubClient): Promise<string> {
  const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']
  const bearer = await createToken(hub, client)
  const { body } = await call(hub.url, 'POST', '/api/v1/distributor/keys', {
    bearer,
    body: { name: 'main', permissions },
  })
  return body.key
}
