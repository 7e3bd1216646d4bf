import { exportAccountActivity, listAccountActivity } from '@spindle/contract/console'
import type { Http } from '../../http/context.ts'
import { route } from '../../http/routing/route.ts'
import { exportActivity } from './export-activity.ts'
import { type ActivitySources, listActivity } from './list-activity.ts'

export function bindActivity(http: Http, sources: ActivitySources): void {
  route(http, listAccountActivity, async ({ tenant, query, page }) => ({
    page: await listActivity(sources, tenant, query, page),
  }))
  route(http, exportAccountActivity, async ({ tenant, query: { format, ...query } }) => ({
    body: undefined,
    text: await exportActivity(sources, tenant, query, format),
  }))
}
