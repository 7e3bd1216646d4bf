import { createImport, getImport, getImportMessage, listImports } from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import type { AccountPrincipal } from '../../http/principal.ts'
import { route } from '../../http/routing/route.ts'
import type { Actor } from '../releases/index.ts'
import type { ImportService } from './service.ts'

/** As events of releases name people and keys. */
export const actorOf = (principal: AccountPrincipal): Actor => ({
  type: principal.kind === 'apiKey' ? 'key' : 'user',
  id: principal.id,
  name: principal.kind === 'user' ? principal.name : null,
})

export function bindImports(http: Http, imports: ImportService): void {
  route(http, createImport, async ({ trx, principal, body }) => {
    const made = await imports.create(trx, actorOf(principal), body)
    return { body: made, location: `${http.config.publicUrl}${createImport.path}/${made.id}` }
  })
  route(http, listImports, async ({ tenant, query, page }) => ({
    page: await imports.list(tenant, query.status, page),
  }))
  route(http, getImportMessage, ({ tenant, params }) => imports.openMessage(tenant, params.importId))
  route(http, getImport, async ({ tenant, params }) => ({ body: await imports.get(tenant, params.importId) }))
}
