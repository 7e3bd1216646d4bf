import { bulkOperations } from './api/bulk.ts'
import { analyticsOperations } from './api/catalog/analytics.ts'
import { catalogOperations } from './api/catalog/catalog.ts'
import { feedEventOperations } from './api/catalog/feed-events.ts'
import { playableReleaseOperations } from './api/catalog/playable-releases.ts'
import { playOperations } from './api/catalog/plays.ts'
import { recordingOperations } from './api/catalog/recordings.ts'
import { signedMediaOperations } from './api/catalog/signed-media.ts'
import { integrationOperations } from './api/discovery/integration.ts'
import { eventOperations } from './api/events.ts'
import { exportOperations } from './api/exports.ts'
import { keyOperations } from './api/keys.ts'
import { labelOperations } from './api/labels.ts'
import { partyOperations } from './api/parties.ts'
import { partyMergeOperations } from './api/party-merges.ts'
import { partySuggestionOperations } from './api/party-suggestions.ts'
import { ruleOperations } from './api/reference/list-rules.ts'
import { outletOperations } from './api/reference/outlets.ts'
import { referenceOperations } from './api/reference/reference.ts'
import { importOperations } from './api/releases/imports.ts'
import { legacyReleaseOperations } from './api/releases/legacy-release.ts'
import { messagePreviewOperations } from './api/releases/message-preview.ts'
import { releaseOperations } from './api/releases/release-operations.ts'
import { storeMessageOperations } from './api/releases/store-messages.ts'
import { tableImportOperations } from './api/releases/table-imports.ts'
import { tableMappingOperations } from './api/releases/table-mapping.ts'
import { reportOperations } from './api/reports.ts'
import { summaryOperations } from './api/summary.ts'
import { transferOperations } from './api/transfers.ts'
import { uploadOperations } from './api/uploads.ts'
import { webhookOperations } from './api/webhooks.ts'
import type { Operation } from './definition/operation.ts'

/** Every operation of the API, in the order of the documentation. The route table of a hub is compared with this list. */
export const operations: readonly Operation[] = [
  ...integrationOperations,
  ...playOperations,
  ...feedEventOperations,
  ...playableReleaseOperations,
  ...signedMediaOperations,
  ...keyOperations,
  ...uploadOperations,
  ...releaseOperations,
  ...messagePreviewOperations,
  ...storeMessageOperations,
  ...bulkOperations,
  ...importOperations,
  ...tableImportOperations,
  ...tableMappingOperations,
  ...transferOperations,
  ...exportOperations,
  ...outletOperations,
  ...ruleOperations,
  ...referenceOperations,
  ...legacyReleaseOperations,
  ...eventOperations,
  ...webhookOperations,
  ...catalogOperations,
  ...recordingOperations,
  ...partyOperations,
  ...partyMergeOperations,
  ...partySuggestionOperations,
  ...labelOperations,
  ...summaryOperations,
  ...analyticsOperations,
  ...reportOperations,
]
