import {
  createLabel,
  deleteLabel,
  getDefaults,
  getLabel,
  listLabels,
  updateDefaults,
  updateLabel,
} from '@spindle/contract'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import type { DefaultsService } from './account-defaults.ts'
import type { LabelService } from './service.ts'

export function bindLabels(http: Http, labels: LabelService, defaults: DefaultsService): void {
  route(http, createLabel, async ({ trx, body }) => {
    const created = await labels.create(trx, body)
    return { ...created, location: `${createLabel.path}/${created.body.id}` }
  })
  route(http, listLabels, async ({ tenant, query, page }) => ({ page: await labels.list(tenant, query, page) }))
  route(http, getLabel, ({ tenant, params }) => labels.get(tenant, params.labelId))
  route(http, updateLabel, ({ trx, params, body, ifMatch }) =>
    labels.update(trx, { id: params.labelId, patch: body, ifMatch }),
  )
  route(http, deleteLabel, async ({ trx, params, ifMatch }) => {
    await labels.delete(trx, { id: params.labelId, ifMatch })
    return { body: undefined }
  })
  route(http, getDefaults, ({ tenant }) => defaults.get(tenant))
  route(http, updateDefaults, ({ trx, body, ifMatch }) => defaults.update(trx, { ...body, ifMatch }))
}
