import { referenceOperations } from '../codes/reference.ts'
import { importOperations } from '../releases/imports.ts'
import { legacyReleaseOperations } from '../releases/legacy-release.ts'
import { messagePreviewOperations } from '../releases/message-preview.ts'
import { releaseOperations } from '../releases/release-operations.ts'
import { storeMessageOperations } from '../releases/store-messages.ts'
import { analyticsOperations } from '../resources/analytics.ts'
import { catalogOperations } from '../resources/catalog.ts'
import { eventOperations } from '../resources/events.ts'
import { exportOperations } from '../resources/exports.ts'
import { integrationOperations } from '../resources/integration.ts'
import { keyOperations } from '../resources/keys.ts'
import { outletOperations } from '../resources/outlets.ts'
import { playOperations } from '../resources/plays.ts'
import { reportOperations } from '../resources/reports.ts'
import { summaryOperations } from '../resources/summary.ts'
import { uploadOperations } from '../resources/uploads.ts'
import { webhookOperations } from '../resources/webhooks.ts'
import { ruleOperations } from '../rules/list-rules.ts'
import type { Operation } from './operation.ts'

/** Every operation of the API, in the order of the documentation. The route table of a hub is compared with this list. */
export const operations: readonly Operation[] = [
  ...integrationOperations,
  ...playOperations,
  ...keyOperations,
  ...uploadOperations,
  ...releaseOperations,
  ...messagePreviewOperations,
  ...storeMessageOperations,
  ...importOperations,
  ...exportOperations,
  ...outletOperations,
  ...ruleOperations,
  ...referenceOperations,
  ...legacyReleaseOperations,
  ...eventOperations,
  ...webhookOperations,
  ...catalogOperations,
  ...summaryOperations,
  ...analyticsOperations,
  ...reportOperations,
]
