import {
  getOperatorCounts,
  getRefusals,
  getSystem,
  listProperties,
  type PropertyItem,
  rotateSigningKey,
} from '@spindle/contract/console'
import type { Http } from '../../../http/context.ts'
import { pageOf } from '../../../http/responses/page-of.ts'
import { route } from '../../../http/routing/route.ts'
import type { Database } from '../../../platform/database/sql.ts'
import type { SigningKeys } from '../../auth/index.ts'
import type { ContactService } from '../../contact/index.ts'
import type { IntegrationFeature } from '../../integration/index.ts'
import { type Audit, actorOf } from '../../people/index.ts'
import type { PlaysFeature } from '../../plays/index.ts'
import type { Reviews } from '../../releases/index.ts'
import { readSystem, type SystemSources } from './read-system.ts'

export interface SystemRoutes extends SystemSources {
  readonly database: Database
  readonly reviews: Pick<Reviews, 'countReviews'>
  readonly contact: Pick<ContactService, 'count'>
  readonly integration: Pick<IntegrationFeature, 'properties' | 'record'>
  readonly plays: Pick<PlaysFeature, 'activity'>
  readonly signingKeys: Pick<SigningKeys, 'rotate'>
  readonly audit: Audit
}

/** The hub itself: what waits, its properties, and how it is. */
export function bindSystem(http: Http, options: SystemRoutes): void {
  const { database, reviews, contact, integration, plays, signingKeys, audit } = options
  route(http, getOperatorCounts, async () => ({
    body: { reviews: await reviews.countReviews(), messages: await contact.count('new') },
  }))
  route(http, listProperties, async ({ page: { limit, after, wantsTotal } }) => {
    const known = [...new Set(integration.properties())].sort()
    const rest = known.filter((id) => after === undefined || id > after)
    const { data, next } = pageOf(rest.slice(0, limit + 1), { limit }, (id) => id)
    const total = wantsTotal ? known.length : undefined
    return { page: { data: await describeProperties({ integration, plays }, data), next, total } }
  })
  route(http, getRefusals, async () => {
    const { count, lastAt } = await integration.record.countRefusals()
    return { body: { count, lastAt: lastAt?.toISOString() ?? null } }
  })
  route(http, getSystem, async () => ({ body: await readSystem(options) }))
  route(http, rotateSigningKey, async ({ principal }) => {
    const { keyId } = await signingKeys.rotate()
    const event = { type: 'signing_key.rotated', actor: actorOf(principal), data: { key: keyId } } as const
    await database.transaction((trx) => audit.recordForHub(trx, event))
    return { body: { keyId } }
  })
}

async function describeProperties(
  { integration, plays }: Pick<SystemRoutes, 'integration' | 'plays'>,
  ids: readonly string[],
): Promise<PropertyItem[]> {
  const verified = await integration.record.findVerified(ids)
  const activity = new Map((await plays.activity.find(ids)).map((row) => [row.property, row]))
  return ids.map((id) => {
    const { feedReadAt, feedBehind = 0, playsAt } = activity.get(id) ?? {}
    return {
      id,
      verifiedAt: verified.get(id)?.toISOString() ?? null,
      feedReadAt: feedReadAt?.toISOString() ?? null,
      feedBehind,
      playsAt: playsAt?.toISOString() ?? null,
    }
  })
}
