import { AppError } from '@spindle/contract'
import {
  listHubOutlets,
  type OutletItem,
  pauseOutlet,
  resumeOutlet,
  retryOutlet,
  testOutlet,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { route } from '../../../http/routing/route.ts'
import type { Database } from '../../../platform/database/sql.ts'
import { type TestStep, testAddedOutlet } from '../../interchange/index.ts'
import { type OutletsFeature, outletPage } from '../../outlets/index.ts'
import { type Audit, type AuditEvent, actorOf } from '../../people/index.ts'
import type { Releases } from '../../releases/index.ts'

export interface OutletRoutes {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf' | 'listAdded' | 'openSecret' | 'pause'>
  readonly atOutlets: Releases['atOutlets']
  readonly audit: Audit
}

/** The outlets of the hub: what happened to deliveries there, and what operators do with them. */
export function bindOutletsOfHub(http: Http, options: OutletRoutes): void {
  const { database, outlets, atOutlets, audit } = options
  const record = (event: AuditEvent) => database.transaction((trx) => audit.recordForHub(trx, event))

  route(http, listHubOutlets, async ({ page }) => {
    const { next, total } = outletPage(outlets, page)
    return { page: { data: await describeOutlets(options, page), next, total } }
  })
  route(http, pauseOutlet, async ({ principal, params: { outletId } }) => {
    if (!(await outlets.pause(outletId, true))) throw unknownOutlet()
    await record({ type: 'outlet.paused', actor: actorOf(principal), data: { outlet: outletId } })
    return { body: undefined }
  })
  route(http, resumeOutlet, async ({ principal, params: { outletId } }) => {
    if (!(await outlets.pause(outletId, false))) throw unknownOutlet()
    await record({ type: 'outlet.resumed', actor: actorOf(principal), data: { outlet: outletId } })
    return { body: undefined }
  })
  route(http, testOutlet, async ({ principal, params: { outletId } }) => {
    const steps = await testAddedOutlet(outlets, outletId)
    if (!steps) throw unknownOutlet()
    const failed = steps.find(({ problem }) => problem !== undefined)
    await record({
      type: 'outlet.tested',
      actor: actorOf(principal),
      data: { outlet: outletId, failed: failed?.step ?? null },
    })
    return { body: { steps: steps.map(toStep) } }
  })
  route(http, retryOutlet, async ({ principal, params: { outletId }, body: { code } }) => {
    if (!outlets.list().some(({ id }) => id === outletId)) throw unknownOutlet()
    const deliveries = await atOutlets.retry({ outletId, code }, principal)
    await record({
      type: 'outlet.retried',
      actor: actorOf(principal),
      data: { outlet: outletId, code, deliveries: String(deliveries) },
    })
    return { body: { deliveries } }
  })
}

const unknownOutlet = () =>
  new AppError('not_found', { detail: 'The hub has no such outlet, or it is one that operators cannot change.' })

const longest = 1000
const toStep = ({ step, found, problem }: TestStep) => ({
  step,
  found: found?.slice(0, longest) ?? null,
  problem: problem?.slice(0, longest) ?? null,
})

async function describeOutlets(
  { outlets, atOutlets }: Pick<OutletRoutes, 'outlets' | 'atOutlets'>,
  page: Parameters<typeof outletPage>[1],
): Promise<OutletItem[]> {
  const { data } = outletPage(outlets, page)
  const ids = data.map(({ id }) => id)
  const figures = new Map((await atOutlets.describe(ids)).map((row) => [row.outletId, row]))
  const added = new Map((await outlets.listAdded()).map((row) => [row.id, row]))
  return data.map(({ id, name, kind, settings }) => {
    const { waiting = 0, lastDeliveredAt = null, oldestUnansweredAt = null, causes = [] } = figures.get(id) ?? {}
    const row = added.get(id)
    return {
      id,
      name,
      kind,
      ernVersion: outlets.adapterOf(kind)?.ernVersionOf?.({ settings }) ?? null,
      isAdded: row !== undefined,
      state: row?.isPaused ? 'paused' : causes.length > 0 ? 'failing' : 'active',
      pausedReason: row?.pausedReason ?? null,
      waiting,
      lastDeliveredAt,
      oldestUnansweredAt,
      causes,
    }
  })
}
