import {
  cancelTakedown,
  cloneRelease,
  createLegacyRelease,
  createRelease,
  deleteRelease,
  discardReleaseChanges,
  eraseTrashedRelease,
  getRelease,
  listActivity,
  listReference,
  listReleaseDeliveries,
  listReleaseEvents,
  listReleases,
  listRules,
  listTrash,
  previewTakedown,
  type ReferenceEntry,
  type ReferenceList,
  referenceData,
  restoreRelease,
  retryDelivery,
  submitRelease,
  takedownRelease,
  updateRelease,
  validateRelease,
  withdrawRelease,
} from '@spindle/contract'
import { getReleaseChanges, getReleaseWithUploads } from '@spindle/contract/console'
import { publishedRules } from '@spindle/contract/rules'
import type { Http } from '../../http/context.ts'
import { contentEtag } from '../../http/responses/etag.ts'
import { route } from '../../http/routing/route.ts'
import type { TenantTransaction } from '../../platform/database/sql.ts'
import { canonicalJson } from '../../platform/values/canonical-json.ts'
import { callerOf } from './caller-of.ts'
import type { Checker } from './check/release-checker.ts'
import { releaseBodyRules } from './drafts/release-body-rules.ts'
import type { ReleaseReader } from './reading/read-releases.ts'
import type { ReleaseService } from './service.ts'
import type { Takedowns } from './takedown/takedowns.ts'
import { toTakedownPreview } from './takedown/to-api.ts'
import { readTrash } from './trash/read-trash.ts'
import type { ReleaseTrash } from './trash/release-trash.ts'

export interface ReleaseRoutes {
  readonly service: ReleaseService
  readonly reading: ReleaseReader
  readonly checker: Pick<Checker, 'findAssigned'>
  readonly takedowns: Pick<Takedowns, 'preview'>
  readonly trash: ReleaseTrash
}

export function bindReleases(http: Http, { service, reading, checker, takedowns, trash }: ReleaseRoutes): void {
  const created = async (trx: TenantTransaction, releaseId: string) => ({
    ...(await reading.get(trx, releaseId)),
    location: `${http.config.publicUrl}${createRelease.path}/${releaseId}`,
  })

  const bodyRules = releaseBodyRules(http.clock)
  route(
    http,
    createRelease,
    async (input) => {
      const { id, filled } = await service.create(callerOf(input), input.body)
      const { body, ...answer } = await created(input.trx, id)
      return { ...answer, body: filled.length === 0 ? body : { ...body, filled: [...filled] } }
    },
    { bodyRules },
  )
  route(http, createLegacyRelease, async (input) =>
    created(input.trx, await service.createLegacy(callerOf(input), input.body)),
  )
  route(http, cloneRelease, async (input) =>
    created(input.trx, await service.clone(callerOf(input), input.params.releaseId)),
  )
  route(http, listReleases, async ({ tenant, query, page }) => ({ page: await reading.list(tenant, query, page) }))
  route(http, getRelease, ({ tenant, params }) => reading.get(tenant, params.releaseId))
  route(
    http,
    updateRelease,
    async (input) => {
      const { releaseId } = input.params
      await service.update(callerOf(input), { releaseId, patch: input.body, ifMatch: input.ifMatch })
      return reading.get(input.trx, releaseId)
    },
    { bodyRules },
  )
  route(http, deleteRelease, async (input) => {
    await trash.move(callerOf(input), input.params.releaseId, input.ifMatch)
    return { body: undefined }
  })
  route(http, validateRelease, async (input) => ({
    body: await service.validate(callerOf(input), input.params.releaseId, input.query.outlet),
  }))
  bindTransitions(http, service, reading)
  bindTrash(http, trash, reading)
  bindReads(http, reading)
  route(http, previewTakedown, async ({ tenant, params }) => ({
    body: toTakedownPreview(await takedowns.preview(tenant, params.releaseId)),
  }))
  bindReference(http, checker)
}

function bindTransitions(http: Http, service: ReleaseService, reading: ReleaseReader): void {
  route(http, submitRelease, async (input) => {
    await service.submit(callerOf(input), input.params.releaseId)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, withdrawRelease, async (input) => {
    await service.withdraw(callerOf(input), input.params.releaseId)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, discardReleaseChanges, async (input) => {
    await service.discardChanges(callerOf(input), input.params.releaseId, input.ifMatch)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, takedownRelease, async (input) => {
    await service.takeDown(callerOf(input), input.params.releaseId, input.body)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, cancelTakedown, async (input) => {
    await service.cancelTakedown(callerOf(input), input.params.releaseId)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, retryDelivery, async (input) => {
    const { releaseId, deliveryId } = input.params
    await service.retryDelivery(callerOf(input), releaseId, deliveryId)
    return { body: await reading.getDelivery(input.trx, releaseId, deliveryId) }
  })
}

function bindTrash(http: Http, trash: ReleaseTrash, reading: ReleaseReader): void {
  route(http, listTrash, async ({ tenant, page }) => ({ page: await readTrash(tenant, page) }))
  route(http, restoreRelease, async (input) => {
    await trash.restore(callerOf(input), input.params.releaseId)
    return reading.get(input.trx, input.params.releaseId)
  })
  route(http, eraseTrashedRelease, async (input) => {
    await trash.erase(callerOf(input), input.params.releaseId)
    return { body: undefined }
  })
}

function bindReads(http: Http, reading: ReleaseReader): void {
  route(http, listReleaseEvents, async ({ tenant, params, page }) => ({
    page: await reading.listEvents(tenant, params.releaseId, page),
  }))
  route(http, getReleaseWithUploads, async ({ tenant, params }) => ({
    body: await reading.getWithUploads(tenant, params.releaseId),
  }))
  route(http, getReleaseChanges, async ({ tenant, params }) => ({
    body: await reading.listChanges(tenant, params.releaseId),
  }))
  route(http, listActivity, async ({ tenant, page }) => ({ page: await reading.listActivity(tenant, page) }))
  route(http, listReleaseDeliveries, async ({ tenant, params, page }) => ({
    page: await reading.listDeliveries(tenant, params.releaseId, page),
  }))
}

function bindReference(http: Http, checker: Pick<Checker, 'findAssigned'>): void {
  const data = publishedRules.map((rule) => ({ ...rule }))
  route(http, listRules, async ({ tenant }) => fixed({ data, assigns: await checker.findAssigned(tenant) }))
  const lists = new Map<ReferenceList, FixedAnswer>()
  route(http, listReference, async ({ params: { list } }) => {
    const answer = lists.get(list) ?? fixed({ data: [...referenceData[list]] })
    lists.set(list, answer)
    return answer
  })
}

type FixedAnswer = ReturnType<typeof fixed<{ readonly data: ReferenceEntry[] }>>

/** Data that only changes with the version or the settings of the hub: its tag is its digest. */
const fixed = <Body extends object>(body: Body) => ({
  body,
  etag: contentEtag(canonicalJson(body)),
})
