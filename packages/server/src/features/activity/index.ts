import type { Feature } from '../../http/feature.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { ActivitySources } from './list-activity.ts'
import { bindActivity } from './routes.ts'

/** What happened in an account: to its releases, and to its people and their access, in one list. */
const activityFeature = (sources: ActivitySources): Feature => ({ bind: (http) => bindActivity(http, sources) })

export const activity = defineFeature({
  name: 'activity',
  needs: ['releases', 'people', 'outlets'],
  make: activityFeature,
})
