import { getDistributorAnalytics, getMusicAnalytics } from './analytics.ts'
import { getCatalogItem, listCatalog } from './catalog.ts'
import { registerAgent, verifyIntegration } from './integration.ts'
import { createKey, getKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { createLegacyRelease } from './legacy.ts'
import type { Operation } from './operation.ts'
import { listOutlets } from './outlets.ts'
import { getFeed, getTrackAudio, reportPlays } from './plays.ts'
import { listReference } from './reference.ts'
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
  takedownRelease,
  updateRelease,
  validateRelease,
  withdrawRelease,
} from './releases.ts'
import { listRules } from './rules.ts'
import { getUpload, listUploads, storeUpload, terminateUpload } from './uploads.ts'

/** Every operation of the API, in the order of the documentation. The route table of a hub is compared with this list. */
export const operations: readonly Operation[] = [
  verifyIntegration,
  registerAgent,
  reportPlays,
  getFeed,
  getTrackAudio,
  createKey,
  listKeys,
  getKey,
  revokeKey,
  rotateKey,
  listUploads,
  getUpload,
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
  cloneRelease,
  listReleaseEvents,
  listReleaseDeliveries,
  retryDelivery,
  listOutlets,
  listRules,
  listReference,
  createLegacyRelease,
  listCatalog,
  getCatalogItem,
  getMusicAnalytics,
  getDistributorAnalytics,
]
