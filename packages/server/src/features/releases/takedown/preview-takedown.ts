import type { Tenant } from '../../../platform/database/sql.ts'
import type { OutletsFeature, TakedownNotice } from '../../outlets/index.ts'
import { requireKnown } from '../deliveries/change-deliveries.ts'
import { type DeliveryRecord, findDeliveries, findRevision } from '../deliveries/delivery-queries.ts'
import { isDown, takeDown } from '../deliveries/plan-deliveries.ts'

/** The effect of a takedown at one outlet, before it is requested. */
export interface OutletTakedown {
  readonly outlet: { readonly id: string; readonly name: string }
  readonly status: DeliveryRecord['status']
  /** The revision that the outlet has or is receiving. */
  readonly revision: number
  /** `withdrawn`: nothing has reached the outlet, so it gets no message. */
  readonly effect: 'told' | 'withdrawn' | 'down'
  /** Only for an outlet that gets a message. */
  readonly notice: TakedownNotice | null
}

type Outlets = Pick<OutletsFeature, 'list' | 'adapterOf'>

/** At the named outlets, or at all of them. Changes nothing. Throws `validation_failed`. */
export async function previewTakedown(
  outlets: Outlets,
  tenant: Tenant,
  { releaseId, named }: { readonly releaseId: string; readonly named: readonly string[] | undefined },
): Promise<OutletTakedown[]> {
  const all = await findDeliveries(tenant, releaseId)
  requireKnown(all, named)
  const chosen = all.filter(({ outletId }) => named?.includes(outletId) ?? true)
  const read = revisionReader(tenant, releaseId)
  return Promise.all(
    chosen.map(async (delivery) => {
      const outlet = outlets.list().find(({ id }) => id === delivery.outletId)
      const revision = delivery.liveRevision ?? delivery.revision
      const effect = effectOf(delivery)
      return {
        outlet: { id: delivery.outletId, name: outlet?.name ?? delivery.outletId },
        status: delivery.status,
        revision,
        effect,
        notice: effect === 'told' ? noticeOf(outlets, { delivery, content: await read(revision), outlet }) : null,
      }
    }),
  )
}

type Frozen = Awaited<ReturnType<typeof findRevision>>

/** Each revision once, for any number of outlets. */
function revisionReader(tenant: Tenant, releaseId: string): (revision: number) => Promise<Frozen> {
  const found = new Map<number, Promise<Frozen>>()
  return (revision) => {
    const reading = found.get(revision) ?? findRevision(tenant, releaseId, revision)
    found.set(revision, reading)
    return reading
  }
}

function effectOf(delivery: DeliveryRecord): OutletTakedown['effect'] {
  if (isDown(delivery)) return 'down'
  return takeDown(delivery).status === 'taken_down' ? 'withdrawn' : 'told'
}

interface Noticed {
  readonly delivery: DeliveryRecord
  readonly content: Frozen
  readonly outlet: ReturnType<Outlets['list']>[number] | undefined
}

function noticeOf(outlets: Outlets, { delivery, content, outlet }: Noticed): TakedownNotice | null {
  if (!content) return null
  const { document: release, tracks } = content
  const described = outlets
    .adapterOf(delivery.outletKind)
    ?.describeTakedown?.({ release, tracks }, { settings: outlet?.settings })
  const territories = release.territories ?? { mode: 'worldwide' as const }
  return described ?? { way: 'removal', ends: [{ territories, models: [], uses: [] }] }
}
