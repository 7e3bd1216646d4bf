import { createExport, deleteExport, downloadExport, getExport, listExports } from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import type { AccountPrincipal } from '../../../http/principal.ts'
import { route } from '../../../http/routing/route.ts'
import type { AuditActor } from '../../people/index.ts'
import type { ExportService } from './service.ts'

export function bindExports(http: Http, exports: ExportService): void {
  route(http, createExport, async ({ trx, principal }) => {
    const made = await exports.create(trx, toActor(principal))
    return { body: made, location: `${http.config.publicUrl}${createExport.path}/${made.id}` }
  })
  route(http, listExports, async ({ tenant, page }) => ({ page: await exports.list(tenant, page) }))
  route(http, getExport, async ({ tenant, params }) => ({ body: await exports.get(tenant, params.exportId) }))
  route(http, downloadExport, async ({ tenant, params }) => exports.open(tenant, params.exportId))
  route(http, deleteExport, async ({ trx, params }) => {
    await exports.delete(trx, params.exportId)
    return { body: undefined }
  })
}

/** No key exports: operations on exports take tokens and sessions. */
const toActor = (principal: AccountPrincipal): AuditActor =>
  principal.kind === 'user'
    ? { type: 'user', id: principal.id, name: principal.name }
    : { type: 'client', id: principal.id, name: null }
