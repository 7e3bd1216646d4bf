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

/** Operations without a tool, each with the reason. */
export const notOffered: Readonly<Partial<Record<OperationId, string>>> = {
  verifyIntegration: 'A property proves its token from its own server.',
  registerAgent: 'Answers that it is not offered.',
  reportPlays: 'A property reports plays from its own server.',
  getFeed: 'A property mirrors the feed from its own server.',
  getPlayableRelease: 'A property shows releases from its own server.',
  getPlayableCover: 'Pictures do not go through a model.',
  getTrackAudio: 'Audio does not go through a model.',
  createKey: 'A secret must not go through a model.',
  listKeys: 'Takes a token that manages keys, which agents are not given.',
  getKey: 'Takes a token that manages keys, which agents are not given.',
  revokeKey: 'Takes a token that manages keys, which agents are not given.',
  rotateKey: 'A secret must not go through a model.',
  getUploadAudio: 'Audio does not go through a model.',
  getUploadImage: 'Pictures do not go through a model; get_upload says what the analysis found.',
  streamEvents: 'A tool answers once; wait reports uploads and releases.',
  createWebhook: 'A secret must not go through a model.',
  listWebhooks: 'Webhooks inform systems of the account; an agent can ask at any time.',
  getWebhook: 'The same as for listWebhooks.',
  updateWebhook: 'Where events of the account are sent is for a person to decide.',
  deleteWebhook: 'Where events of the account are sent is for a person to decide.',
  rotateWebhookSecret: 'A secret must not go through a model.',
  testWebhook: 'For the person who checks the receiver.',
  listWebhookMessages: 'The same as for listWebhooks.',
  listWebhookAttempts: 'The same as for listWebhooks.',
  replayWebhookMessage: 'For the person who fixed the receiver.',
  listReports: 'get_analytics returns their numbers, with kind report.',
  createReport: 'A statement is brought by `spindle reports import`, beside its files.',
  previewReport: 'The same as for createReport.',
  getReport: 'The same as for listReports.',
  listWaitingRecordings: 'The same as for listReports.',
  listSetAsideLines: 'The same as for listReports.',
  undoReport: 'Takes numbers away: for a person.',
  listRecordings: 'search_catalog finds releases by ISRC, and get_analytics the plays of a recording.',
  getRecording: 'The same as for listRecordings.',
  listParties: 'create_draft takes names and ids as a person wrote them; who is who is for a person.',
  getParty: 'The same as for listParties.',
  listPartyReleases: 'The same as for listParties.',
  createParty: 'The same as for listParties.',
  updateParty: 'Changes every draft that names it: for a person.',
  mergeParty: 'The same as for updateParty.',
  deleteParty: 'The same as for updateParty.',
  listLabels: 'create_draft fills releases from labels and defaults and names what it filled.',
  getLabel: 'The same as for listLabels.',
  createLabel: 'What all new releases take is for a person to decide.',
  updateLabel: 'The same as for createLabel.',
  deleteLabel: 'The same as for createLabel.',
  getDefaults: 'The same as for listLabels.',
  updateDefaults: 'The same as for createLabel.',
  listActivity: 'get_release answers what happened to a release.',
  terminateUpload: 'Removes bytes permanently; unused uploads expire.',
  deleteRelease: 'Takes a draft away: for a person.',
  listTrash: 'What was deleted is for the person who deleted it.',
  restoreRelease: 'The same as for listTrash.',
  listReleaseRevisions: 'Earlier revisions are for people who look for what changed.',
  getReleaseRevision: 'The same as for listReleaseRevisions.',
  compareReleaseRevisions: 'The same as for listReleaseRevisions.',
  restoreReleaseRevision: 'Overwrites changes: for a person.',
  eraseTrashedRelease: 'Removes a draft permanently: for a person.',
  withdrawRelease: 'Stops what a person has submitted: for a person.',
  discardReleaseChanges: 'Removes changes permanently: for a person.',
  takedownRelease: 'Takes music away from listeners: for a person.',
  previewTakedown: 'The same as for takedownRelease.',
  cancelTakedown: 'The same as for takedownRelease.',
  cloneRelease: 'create_draft does it with the metadata that get_release answers.',
  retryDelivery: 'For the person who fixed the reason why a delivery failed.',
  previewMessage: 'A message of a store is long and for programs: people look at it with `spindle releases ern`.',
  compareMessage: 'The same as for previewMessage.',
  listReleaseMessages: 'Which messages stores were sent is for people: `spindle releases messages` lists them.',
  getReleaseMessage: 'The same as for previewMessage.',
  getDeliveryProof: 'It is for people who need evidence: `spindle releases proof` makes it.',
  createBulk: 'Changes many releases at once, up to taking them down: for a person.',
  listBulks: 'The same as for createBulk.',
  getBulk: 'The same as for createBulk.',
  listBulkReleases: 'The same as for createBulk.',
  pauseBulk: 'The same as for createBulk.',
  resumeBulk: 'The same as for createBulk.',
  cancelBulk: 'The same as for createBulk.',
  undoBulk: 'The same as for createBulk.',
  createImport: 'A package is brought by `spindle import`, beside its files.',
  listImports: 'The same as for createImport.',
  getImport: 'The same as for createImport.',
  getImportMessage: 'The same as for createImport.',
  createTableImport: 'A table is brought by `spindle import`, beside its masters.',
  listTableImports: 'The same as for createTableImport.',
  getTableImport: 'The same as for createTableImport.',
  listTableImportReleases: 'The same as for createTableImport.',
  getTableImportErrors: 'The same as for createTableImport.',
  attachMasters: 'The same as for createTableImport.',
  undoTableImport: 'It deletes many drafts at once: for a person, with `spindle imports undo`.',
  createExport: 'Takes a token that may do everything, which agents are not given.',
  listExports: 'The same as for createExport.',
  getExport: 'The same as for createExport.',
  downloadExport: 'The same as for createExport.',
  deleteExport: 'The same as for createExport.',
  createLegacyRelease: 'create_draft makes singles, with all their metadata.',
}
