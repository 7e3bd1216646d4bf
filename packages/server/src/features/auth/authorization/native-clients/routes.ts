import { createNativeClient, listNativeClients, revokeNativeClient } from '@spindle/contract/console'
import type { Http } from '../../../../http/context.ts'
import { route } from '../../../../http/routing/route.ts'
import type { NativeClients } from './native-clients.ts'

/** The client ids of an account for programs on a computer. */
export function bindNativeClients(http: Http, clients: NativeClients): void {
  route(http, listNativeClients, async ({ tenant, page }) => ({ page: await clients.list(tenant, page) }))
  route(http, createNativeClient, async ({ trx, principal, body }) => ({
    body: await clients.create(trx, principal, body.name),
  }))
  route(http, revokeNativeClient, async ({ trx, principal, params }) => {
    await clients.revoke(trx, principal, params.clientId)
    return { body: undefined }
  })
}
