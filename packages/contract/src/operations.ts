import { registerAgent, verifyIntegration } from './integration.ts'
import { createLegacyRelease } from './legacy.ts'
import type { Operation } from './operation.ts'
import { listReference } from './reference.ts'
import {
  cloneRelease,
  createRelease,
  deleteRelease,
  getRelease,
  listReleaseDeliveries,
  listReleaseEvents,
  listReleases,
  submitRelease,
  takedownRelease,
  updateRelease,
  validateRelease,
  withdrawRelease,
} from './releases.ts'
import { listRules } from './rules.ts'
import { getUpload, listUploads } from './uploads.ts'

/** Every operation of the API, in the order of the documentation. The route table of a hub is compared with this list. */
export const operations: readonly Operation[] = [
  verifyIntegration,
  registerAgent,
  listUploads,
  getUpload,
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
  listRules,
  listReference,
  createLegacyRelease,
]
