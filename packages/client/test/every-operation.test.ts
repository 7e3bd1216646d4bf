import { operations } from '@spindle/contract'
import { describe, expect, it } from 'vitest'
import { type OfferedId, Spindle } from '../src/index.ts'
import { endpoints } from '../src/operations/endpoints.ts'

/** No drift: every operation of the contract is a method that reaches it, or is listed here with the reason. */

const excluded: Readonly<Record<string, string>> = {
  registerAgent: 'It answers 501 whatever the request; nobody has a use for calling it.',
  storeUpload: 'uploads.create sends every file resumably, which is the same for the caller and survives a cut line.',
  getSignedAudio: 'integration.release has the whole address, which is for browsers.',
  getSignedCover: 'integration.release has the whole address, which is for browsers.',
}

const release = { title: 'A', type: 'single' as const, tracks: [] }
const calls: Readonly<Record<OfferedId, (client: Spindle) => PromiseLike<unknown>>> = {
  verifyIntegration: (client) => client.integration.verify(),
  reportPlays: (client) => client.integration.plays([]),
  getFeed: (client) => client.integration.feed().page(),
  // As streamEvents below.
  streamFeed: (client) =>
    client.integration
      .events()
      [Symbol.asyncIterator]()
      .next()
      .catch(() => {}),
  getPlayableRelease: (client) => client.integration.release('rel_1'),
  getPlayableCover: (client) => client.integration.cover('rel_1', { size: 64 }),
  getTrackAudio: (client) => client.integration.audio('trk_1'),
  createKey: (client) => client.keys.create({ name: 'ci', permissions: ['music:read'] }),
  getCurrentKey: (client) => client.keys.getCurrent(),
  listKeys: (client) => client.keys.list().page(),
  getKey: (client) => client.keys.get('key_1'),
  revokeKey: (client) => client.keys.revoke('key_1'),
  rotateKey: (client) => client.keys.rotate('key_1', { overlapSeconds: 3600 }),
  listUploads: (client) => client.uploads.list().page(),
  getUpload: (client) => client.uploads.get('upl_1'),
  getUploadAudio: (client) => client.uploads.audio('upl_1'),
  getUploadImage: (client) => client.uploads.image('upl_1', { size: 64 }),
  terminateUpload: (client) => client.uploads.delete('upl_1'),
  createRelease: (client) => client.releases.create(release),
  listReleases: (client) => client.releases.list().page(),
  getRelease: (client) => client.releases.get('rel_1'),
  updateRelease: (client) => client.releases.update('rel_1', { title: 'B' }),
  deleteRelease: (client) => client.releases.delete('rel_1'),
  validateRelease: (client) => client.releases.validate('rel_1'),
  submitRelease: (client) => client.releases.submit('rel_1'),
  withdrawRelease: (client) => client.releases.withdraw('rel_1'),
  discardReleaseChanges: (client) => client.releases.discardChanges('rel_1'),
  takedownRelease: (client) => client.releases.takedown('rel_1', { reason: 'rights' }),
  previewTakedown: (client) => client.releases.previewTakedown('rel_1'),
  cancelTakedown: (client) => client.releases.cancelTakedown('rel_1'),
  cloneRelease: (client) => client.releases.clone('rel_1'),
  listReleaseEvents: (client) => client.releases.listEvents('rel_1').page(),
  listReleaseDeliveries: (client) => client.releases.listDeliveries('rel_1').page(),
  listReleaseRevisions: (client) => client.releases.listRevisions('rel_1').page(),
  getReleaseRevision: (client) => client.releases.getRevision('rel_1', '1'),
  compareReleaseRevisions: (client) => client.releases.compareRevisions('rel_1', '2', { from: 1 }),
  restoreReleaseRevision: (client) => client.releases.restoreRevision('rel_1', '1'),
  listTrash: (client) => client.trash.list().page(),
  restoreRelease: (client) => client.trash.restore('rel_1'),
  eraseTrashedRelease: (client) => client.trash.erase('rel_1'),
  retryDelivery: (client) => client.releases.retryDelivery('rel_1', 'dlv_1'),
  previewMessage: (client) => client.releases.previewMessage('rel_1', { outlet: 'store' }),
  compareMessage: (client) => client.releases.compareMessage('rel_1', { outlet: 'store' }),
  listReleaseMessages: (client) => client.releases.listMessages('rel_1').page(),
  getReleaseMessage: (client) => client.releases.getMessage('rel_1', 'msg_1'),
  getDeliveryProof: (client) => client.releases.getProof('rel_1', 'msg_1'),
  createBulk: (client) => client.bulk.create({ action: 'submit', filters: {} }),
  listBulks: (client) => client.bulk.list().page(),
  getBulk: (client) => client.bulk.get('blk_1'),
  listBulkReleases: (client) => client.bulk.listOutcomes('blk_1').page(),
  pauseBulk: (client) => client.bulk.pause('blk_1'),
  resumeBulk: (client) => client.bulk.resume('blk_1'),
  cancelBulk: (client) => client.bulk.cancel('blk_1'),
  undoBulk: (client) => client.bulk.undo('blk_1'),
  createTransfer: (client) =>
    client.transfers.create({ name: 'Move', distributor: 'Old', deadline: '2027-03-31', table: 'dXBj' }),
  listTransfers: (client) => client.transfers.list().page(),
  getTransfer: (client) => client.transfers.get('trf_1'),
  updateTransfer: (client) => client.transfers.update('trf_1', { deadline: '2027-04-30' }),
  deleteTransfer: (client) => client.transfers.delete('trf_1'),
  listTransferReleases: (client) => client.transfers.releases('trf_1').page(),
  markTransferReleases: (client) => client.transfers.mark('trf_1', { outlet: 'sandbox' }),
  createImport: (client) => client.imports.create({ message: 'PD94' }),
  listImports: (client) => client.imports.list().page(),
  getImport: (client) => client.imports.get('imp_1'),
  getImportMessage: (client) => client.imports.getMessage('imp_1'),
  createTableImport: (client) => client.tableImports.create({ table: 'dXBj' }),
  listTableImports: (client) => client.tableImports.list().page(),
  getTableImport: (client) => client.tableImports.get('tbi_1'),
  listTableImportReleases: (client) => client.tableImports.listOutcomes('tbi_1').page(),
  getTableImportErrors: (client) => client.tableImports.getErrors('tbi_1'),
  attachMasters: (client) => client.tableImports.attachMasters('tbi_1'),
  listTableMappings: (client) => client.tableMappings.list().page(),
  getTableMapping: (client) => client.tableMappings.get('old'),
  keepTableMapping: (client) => client.tableMappings.keep('old', { columns: { upc: 'Barcode' } }),
  deleteTableMapping: (client) => client.tableMappings.delete('old'),
  undoTableImport: (client) => client.tableImports.undo('tbi_1'),
  createExport: (client) => client.exports.create(),
  listExports: (client) => client.exports.list().page(),
  getExport: (client) => client.exports.get('exp_1'),
  downloadExport: (client) => client.exports.download('exp_1'),
  deleteExport: (client) => client.exports.delete('exp_1'),
  listOutlets: (client) => client.outlets.list(),
  listRules: (client) => client.rules.list(),
  listReference: (client) => client.reference.list('genres'),
  createLegacyRelease: (client) => client.legacy.releases.create({ type: 'MUSIC', title: 'A', uploadId: 'upl_1' }),
  // The answer here is not a stream, and the iterator throws that.
  streamEvents: (client) =>
    client.events
      .stream()
      [Symbol.asyncIterator]()
      .next()
      .catch(() => {}),
  listActivity: (client) => client.events.list().page(),
  createWebhook: (client) => client.webhooks.create({ url: 'https://label.example/hooks' }),
  listWebhooks: (client) => client.webhooks.list().page(),
  getWebhook: (client) => client.webhooks.get('whk_1'),
  updateWebhook: (client) => client.webhooks.update('whk_1', { status: 'disabled' }),
  deleteWebhook: (client) => client.webhooks.delete('whk_1'),
  rotateWebhookSecret: (client) => client.webhooks.rotateSecret('whk_1'),
  testWebhook: (client) => client.webhooks.test('whk_1'),
  listWebhookMessages: (client) => client.webhooks.listMessages('whk_1').page(),
  listWebhookAttempts: (client) => client.webhooks.listAttempts('whk_1', 'whm_1').page(),
  replayWebhookMessage: (client) => client.webhooks.replay('whk_1', 'whm_1'),
  listCatalog: (client) => client.catalog.list().page(),
  getSummary: (client) => client.catalog.getSummary(),
  getCatalogItem: (client) => client.catalog.get('rel_1'),
  listRecordings: (client) => client.recordings.list().page(),
  getRecording: (client) => client.recordings.get('isrc_1'),
  createParty: (client) => client.parties.create({ name: 'Ada' }),
  listParties: (client) => client.parties.list().page(),
  getParty: (client) => client.parties.get('pty_1'),
  updateParty: (client) => client.parties.update('pty_1', { legalName: 'Ada King' }),
  listPartyReleases: (client) => client.parties.releases('pty_1').page(),
  mergeParty: (client) => client.parties.merge('pty_1', { duplicate: 'pty_2' }),
  listPartySuggestions: (client) => client.parties.suggestions().page(),
  acceptPartySuggestion: (client) => client.parties.acceptSuggestion({ name: 'Ada' }),
  dismissPartySuggestion: (client) => client.parties.dismissSuggestion({ name: 'Ada' }),
  deleteParty: (client) => client.parties.delete('pty_1'),
  createLabel: (client) => client.labels.create({ name: 'Blue Lamp' }),
  listLabels: (client) => client.labels.list().page(),
  getLabel: (client) => client.labels.get('lbl_1'),
  updateLabel: (client) => client.labels.update('lbl_1', { defaults: { genre: 'jazz' } }),
  deleteLabel: (client) => client.labels.delete('lbl_1'),
  getDefaults: (client) => client.defaults.get(),
  updateDefaults: (client) => client.defaults.update({ defaults: { genre: 'jazz' } }),
  getMusicAnalytics: (client) => client.analytics.get(),
  getDistributorAnalytics: (client) => client.analytics.getAll(),
  listReports: (client) => client.reports.list().page(),
  createReport: (client) => client.reports.create({ uploads: ['upl_1'], source: 'store' }),
  previewReport: (client) => client.reports.preview({ uploads: ['upl_1'], source: 'store' }),
  getReport: (client) => client.reports.get('rpt_1'),
  listWaitingRecordings: (client) => client.reports.listWaiting('rpt_1').page(),
  listSetAsideLines: (client) => client.reports.listSetAside('rpt_1').page(),
  undoReport: (client) => client.reports.undo('rpt_1'),
}

const credentialHeaders = {
  none: {},
  apiKey: { 'x-api-key': 'the-key' },
  jwt: { authorization: 'Bearer the-jwt' },
  integrationToken: { authorization: 'Bearer the-token' },
  session: {},
}

async function requestOf(id: OfferedId) {
  const seen: { url: string; init: RequestInit }[] = []
  const client = new Spindle({
    baseUrl: 'https://hub.example/',
    apiKey: 'the-key',
    accessToken: 'the-jwt',
    integrationToken: 'the-token',
    fetch: async (url, init) => {
      seen.push({ url, init })
      return Response.json({})
    },
  })
  await calls[id](client)
  expect(seen).toHaveLength(1)
  return { path: new URL(seen[0]?.url ?? '').pathname, init: seen[0]?.init ?? {} }
}

describe('the operations of the contract', () => {
  it('are each a method or excluded with a reason', () => {
    const offered = Object.keys(calls)
    expect([...offered, ...Object.keys(excluded)].sort()).toEqual(operations.map(({ id }) => id).sort())
    expect(Object.keys(endpoints).sort()).toEqual(offered.sort())
  })

  for (const operation of operations.filter(({ id }) => !(id in excluded)))
    it(`${operation.id} is called by its method, path and credential`, async () => {
      const { path, init } = await requestOf(operation.id as OfferedId)
      expect(init.method).toBe(operation.method)
      const pattern = operation.path.replaceAll(/\{\w+\}/g, '(?:[0-9]+|[a-z]+)(_1)?')
      expect(path).toMatch(new RegExp(`^${pattern}$`))
      expect(init.headers).toMatchObject(credentialHeaders[operation.auth])
      expect('idempotency-key' in (init.headers ?? {})).toBe(operation.method !== 'GET')
    })
})
