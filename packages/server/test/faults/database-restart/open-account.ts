import { call } from '../../harness/api-client.ts'
import { createAccountByCommand } from '../../harness/hub-process.ts'
import { masterWav, storeFile } from '../../harness/submittable.ts'

/** An account on a running hub, with a key and a master for releases. */
export interface OpenAccount {
  readonly key: string
  readonly uploadId: string
}

const permissions = ['music:read', 'music:write', 'catalog:read', 'analytics:read']

export async function openAccount(
  hub: { readonly url: string },
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenAccount> {
  const { clientId, clientSecret } = await createAccountByCommand(dataDir, 'Fault Records', environment)
  const token = await call(hub.url, 'POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  })
  const bearer: string = token.body.access_token
  const { body } = await call(hub.url, 'POST', '/api/v1/distributor/keys', {
    bearer,
    body: { name: 'main', permissions },
  })
  return { key: body.key, uploadId: await storeFile({ url: hub.url, key: body.key }, 'audio/wav', masterWav(1, 5)) }
}
