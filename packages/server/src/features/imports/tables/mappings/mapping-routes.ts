import { deleteTableMapping, getTableMapping, keepTableMapping, listTableMappings } from '@spindle/contract'
import type { Http } from '../../../../http/context.ts'
import { route } from '../../../../http/routing/route.ts'
import type { MappingService } from './mapping-service.ts'

export function bindMappings(http: Http, mappings: MappingService): void {
  route(http, listTableMappings, async ({ tenant, page }) => ({ page: await mappings.list(tenant, page) }))
  route(http, getTableMapping, async ({ tenant, params }) => ({ body: await mappings.get(tenant, params.mappingName) }))
  route(http, keepTableMapping, async ({ trx, params, body }) => ({
    body: await mappings.keep(trx, params.mappingName, body),
  }))
  route(http, deleteTableMapping, async ({ trx, params }) => {
    await mappings.delete(trx, params.mappingName)
    return { body: undefined }
  })
}
