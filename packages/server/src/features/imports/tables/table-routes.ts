import {
  attachMasters,
  createTableImport,
  getTableImport,
  getTableImportErrors,
  listTableImportReleases,
  listTableImports,
  undoTableImport,
} from '@spindle/contract'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import { actorOf } from '../routes.ts'
import type { TableService } from './table-service.ts'

export function bindTables(http: Http, tables: TableService): void {
  route(http, createTableImport, async ({ trx, principal, body }) => {
    const made = await tables.create(trx, actorOf(principal), body)
    return { body: made, location: `${http.config.publicUrl}${createTableImport.path}/${made.id}` }
  })
  route(http, listTableImports, async ({ tenant, page }) => ({ page: await tables.list(tenant, page) }))
  route(http, getTableImport, async ({ tenant, params }) => ({ body: await tables.get(tenant, params.tableImportId) }))
  route(http, listTableImportReleases, async ({ tenant, params, query, page }) => ({
    page: await tables.listOutcomes(tenant, params.tableImportId, {
      outcome: query.outcome,
      missingFiles: query.missingFiles,
      ready: query.ready,
      page,
    }),
  }))
  route(http, getTableImportErrors, ({ tenant, params }) => tables.openErrors(tenant, params.tableImportId))
  route(http, attachMasters, async ({ trx, params }) => ({
    body: await tables.attach(trx, params.tableImportId),
  }))
  route(http, undoTableImport, async ({ trx, params }) => ({ body: await tables.undo(trx, params.tableImportId) }))
}
