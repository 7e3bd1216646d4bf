import { listReference } from '../codes/reference.ts'
import { createImport, getImport, getImportMessage, listImports } from '../releases/imports.ts'
import { createLegacyRelease } from '../releases/legacy-release.ts'
import { compareMessage, previewMessage } from '../releases/message-preview.ts'
import {
  cloneRelease,
  createRelease,
  deleteRelease,
  getRelease,
  listReleaseDeliveries,
  listReleaseEvents,
  listReleases,
  retryDelivery,
  submitRelease,
  updateRelease,
  validateRelease,
  withdrawRelease,
} from '../releases/release-operations.ts'
import { getDeliveryProof, getReleaseMessage, listReleaseMessages } from '../releases/store-messages.ts'
import { cancelTakedown, previewTakedown, takedownRelease } from '../releases/takedowns.ts'
import { getDistributorAnalytics, getMusicAnalytics } from '../resources/analytics.ts'
import { getCatalogItem, listCatalog } from '../resources/catalog.ts'
import { listActivity, streamEvents } from '../resources/events.ts'
import { createExport, deleteExport, downloadExport, getExport, listExports } from '../resources/exports.ts'
import { registerAgent, verifyIntegration } from '../resources/integration.ts'
import { createKey, getCurrentKey, getKey, listKeys, revokeKey, rotateKey } from '../resources/keys.ts'
import { listOutlets } from '../resources/outlets.ts'
import { getFeed, getTrackAudio, reportPlays } from '../resources/plays.ts'
import {
  createReport,
  getReport,
  listReports,
  listWaitingRecordings,
  previewReport,
  undoReport,
} from '../resources/reports.ts'
import { getSummary } from '../resources/summary.ts'
import {
  getUpload,
  getUploadAudio,
  getUploadImage,
  listUploads,
  storeUpload,
  terminateUpload,
} from '../resources/uploads.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhookMessages,
  listWebhooks,
  replayWebhookMessage,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../resources/webhooks.ts'
import { listRules } from '../rules/list-rules.ts'
import type { Operation } from './operation.ts'

/** Every operation of the API, in the order of the documentation. The route table of a hub is compared with this list. */
export const operations: readonly Operation[] = [
  verifyIntegration,
  registerAgent,
  reportPlays,
  getFeed,
  getTrackAudio,
  createKey,
  getCurrentKey,
  listKeys,
  getKey,
  revokeKey,
  rotateKey,
  listUploads,
  getUpload,
  getUploadAudio,
  getUploadImage,
  storeUpload,
  terminateUpload,
  createRelease,
  listReleases,
  getRelease,
  updateRelease,
  deleteRelease,
  validateRelease,
  submitRelease,
  withdrawRelease,
  takedownRelease,
  previewTakedown,
  cancelTakedown,
  cloneRelease,
  listReleaseEvents,
  listReleaseDeliveries,
  retryDelivery,
  previewMessage,
  compareMessage,
  listReleaseMessages,
  getReleaseMessage,
  getDeliveryProof,
  createImport,
  listImports,
  getImport,
  getImportMessage,
  createExport,
  listExports,
  getExport,
  downloadExport,
  deleteExport,
  listOutlets,
  listRules,
  listReference,
  createLegacyRelease,
  streamEvents,
  listActivity,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookMessages,
  listWebhookAttempts,
  replayWebhookMessage,
  listCatalog,
  getCatalogItem,
  getSummary,
  getMusicAnalytics,
  getDistributorAnalytics,
  listReports,
  createReport,
  previewReport,
  getReport,
  listWaitingRecordings,
  undoReport,
]
