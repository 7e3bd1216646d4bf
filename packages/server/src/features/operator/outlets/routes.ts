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
import { testLimit } from './limit-tests.ts'
import { bindOutletSetup, type SetupRoutes } from './setup-routes.ts'
import { unknownOutlet } from './unknown-outlet.ts'

export interface OutletRoutes extends SetupRoutes {
  readonly database: Database
  readonly outlets: Pick<OutletsFeature, 'list' | 'adapterOf' | 'listAdded' | 'openSecret' | 'find'>
  readonly atOutlets: Releases['atOutlets']
  readonly audit: Audit
}

/** The outlets of the hub: what happened to deliveries there, and what operators do with them. */
export function bindOutletsOfHub(http: Http, options: OutletRoutes): void {
  const { database, outlets, atOutlets, audit, changeOutlets } = options
  const limited = testLimit()
  const record = (event: AuditEvent) => database.transaction((trx) => audit.recordForHub(trx, event))

  route(http, listHubOutlets, async ({ page }) => {
    const { next, total } = outletPage(outlets, page)
    return { page: { data: await describeOutlets(options, page), next, total } }
  })
  route(http, pauseOutlet, async ({ principal, params: { outletId } }) => {
    if (!(await changeOutlets.pause(outletId, true, actorOf(principal)))) throw unknownOutlet()
    return { body: undefined }
  })
  route(http, resumeOutlet, async ({ principal, params: { outletId } }) => {
    if (!(await changeOutlets.pause(outletId, false, actorOf(principal)))) throw unknownOutlet()
    return { body: undefined }
  })
  route(http, testOutlet, async ({ principal, params: { outletId } }) => {
    const steps = await limited(() => testAddedOutlet(outlets, outletId))
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
  bindOutletSetup(http, options, limited)
}

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
