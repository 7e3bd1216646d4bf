import type { Feature } from '../../http/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/values/ids.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import type { Parties } from '../parties/index.ts'
import { defaultsService, type FillRelease } from './account-defaults.ts'
import { bindLabels } from './routes.ts'
import { labelService } from './service.ts'

export interface LabelsOptions {
  readonly clock: Clock
  readonly ids: Ids
  readonly parties: Pick<Parties, 'hold'>
}

/** Labels of an account, and what its new releases have in common. */
export interface Labels extends Feature {
  /** A new release with what it leaves out from the defaults of its label, then of the account. */
  readonly fill: FillRelease
}

export function labelsFeature(options: LabelsOptions): Labels {
  const defaults = defaultsService(options)
  return { bind: (http) => bindLabels(http, labelService(options), defaults), fill: defaults.fill }
}

export const labels = defineFeature({ name: 'labels', needs: ['clock', 'ids', 'parties'], make: labelsFeature })
