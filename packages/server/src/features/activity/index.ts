import type { Feature } from '../../http/feature.ts'
import type { ActivitySources } from './list-activity.ts'
import { bindActivity } from './routes.ts'

export type { ActivitySources } from './list-activity.ts'

/** What happened in an account: to its releases, and to its people and their access, in one list. */
export const activityFeature = (sources: ActivitySources): Feature => ({ bind: (http) => bindActivity(http, sources) })
