import type { OperationId } from '@spindle/client'
import type { Tool } from './definition/define-tool.ts'
import { createDraft } from './tools/create-draft.ts'
import { createUpload } from './tools/create-upload.ts'
import { getAccount } from './tools/get-account.ts'
import { getAnalytics } from './tools/get-analytics.ts'
import { getRelease } from './tools/get-release.ts'
import { getUpload } from './tools/get-upload.ts'
import { listReference } from './tools/list-reference.ts'
import { searchCatalog } from './tools/search-catalog.ts'
import { submitRelease } from './tools/submit-release.ts'
import { updateDraft } from './tools/update-draft.ts'
import { uploadFile } from './tools/upload-file.ts'
import { validateRelease } from './tools/validate-release.ts'
import { wait } from './tools/wait.ts'

/** Every tool, in the order in which a delivery needs them. */
export const tools: readonly Tool[] = [
  getAccount,
  searchCatalog,
  getRelease,
  createUpload,
  getUpload,
  createDraft,
  updateDraft,
  validateRelease,
  submitRelease,
  wait,
  getAnalytics,
  listReference,
]

/** Tools of a server that runs beside the files. */
export const localTools: readonly Tool[] = [uploadFile]

/** Operations that are no tool, each with the reason. */
export const notOffered: Readonly<Partial<Record<OperationId, string>>> = {
  verifyIntegration: 'A property proves its token from its own server.',
  registerAgent: 'Answers that it is not offered.',
  reportPlays: 'A property reports plays from its own server.',
  getFeed: 'A property mirrors the feed from its own server.',
  getTrackAudio: 'Audio does not go through a model.',
  createKey: 'A secret must not go through a model.',
  listKeys: 'Takes a token that manages keys, which agents are not given.',
  getKey: 'Takes a token that manages keys, which agents are not given.',
  revokeKey: 'Takes a token that manages keys, which agents are not given.',
  rotateKey: 'A secret must not go through a model.',
  getUploadAudio: 'Audio does not go through a model.',
  getUploadImage: 'Pictures do not go through a model; get_upload says what the analysis found.',
  streamEvents: 'A tool answers once; wait hears of uploads and releases.',
  listActivity: 'get_release answers what happened to a release.',
  terminateUpload: 'Removes bytes for good; uploads nobody uses expire by themselves.',
  deleteRelease: 'Removes a draft for good: for a person.',
  withdrawRelease: 'Stops what a person has submitted: for a person.',
  takedownRelease: 'Takes music away from listeners: for a person.',
  cloneRelease: 'create_draft does it with the metadata that get_release answers.',
  retryDelivery: 'For whoever has fixed the reason why a delivery failed.',
  createLegacyRelease: 'create_draft makes singles, with all their metadata.',
}
