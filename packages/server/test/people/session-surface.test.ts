import { type Operation, operations } from '@spindle/contract'
import { consoleOperations, type Role } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { fromOwnPage, inviteMember, openBrowser, setUpOperator, type TestPerson } from '../harness/people.ts'

/**
 * What people may do in an account: the operations of the API below /console/a/{accountId}, by cookie and role, and
 * those of the console on the account itself.
 */

const roles = ['viewer', 'manager', 'owner'] as const

/** The lowest role that may call an operation. `none`: people have no address for it. */
const lowestRole: Readonly<Record<string, Role | 'none'>> = {
  listMembers: 'viewer',
  leaveAccount: 'viewer',
  listAccountActivity: 'viewer',
  exportAccountActivity: 'viewer',
  updateAccount: 'owner',
  changeRole: 'owner',
  removeMember: 'owner',
  listInvitations: 'owner',
  inviteMember: 'owner',
  revokeInvitation: 'owner',
  getMemberAccess: 'owner',
  listServiceClients: 'owner',
  createServiceClient: 'owner',
  revokeServiceClient: 'owner',
  listNativeClients: 'viewer',
  createNativeClient: 'viewer',
  revokeNativeClient: 'viewer',
  verifyIntegration: 'none',
  registerAgent: 'none',
  reportPlays: 'none',
  getFeed: 'none',
  streamFeed: 'none',
  getTrackAudio: 'none',
  getPlayableRelease: 'none',
  getPlayableCover: 'none',
  getSignedAudio: 'none',
  getSignedCover: 'none',
  createKey: 'manager',
  getCurrentKey: 'viewer',
  listKeys: 'viewer',
  getKey: 'viewer',
  revokeKey: 'manager',
  rotateKey: 'manager',
  listUploads: 'viewer',
  getUpload: 'viewer',
  getUploadAudio: 'viewer',
  getUploadImage: 'viewer',
  storeUpload: 'manager',
  terminateUpload: 'manager',
  createRelease: 'manager',
  listReleases: 'viewer',
  getRelease: 'viewer',
  updateRelease: 'manager',
  deleteRelease: 'manager',
  validateRelease: 'manager',
  submitRelease: 'manager',
  withdrawRelease: 'manager',
  discardReleaseChanges: 'manager',
  takedownRelease: 'manager',
  previewTakedown: 'viewer',
  cancelTakedown: 'manager',
  cloneRelease: 'manager',
  listReleaseRevisions: 'viewer',
  getReleaseRevision: 'viewer',
  compareReleaseRevisions: 'viewer',
  restoreReleaseRevision: 'manager',
  listTrash: 'viewer',
  restoreRelease: 'manager',
  eraseTrashedRelease: 'manager',
  listReleaseEvents: 'viewer',
  listReleaseDeliveries: 'viewer',
  retryDelivery: 'manager',
  listOutlets: 'viewer',
  listRules: 'viewer',
  listReference: 'viewer',
  createLegacyRelease: 'manager',
  getSummary: 'viewer',
  getReleaseWithUploads: 'viewer',
  getReleaseChanges: 'viewer',
  listStores: 'viewer',
  previewMessage: 'viewer',
  compareMessage: 'viewer',
  listReleaseMessages: 'viewer',
  getImportMessage: 'viewer',
  getReleaseMessage: 'viewer',
  getDeliveryProof: 'viewer',
  streamEvents: 'viewer',
  listActivity: 'viewer',
  createBulk: 'manager',
  listBulks: 'viewer',
  getBulk: 'viewer',
  listBulkReleases: 'viewer',
  pauseBulk: 'manager',
  resumeBulk: 'manager',
  cancelBulk: 'manager',
  undoBulk: 'manager',
  createTransfer: 'manager',
  listTransfers: 'viewer',
  getTransfer: 'viewer',
  updateTransfer: 'manager',
  deleteTransfer: 'manager',
  listTransferReleases: 'viewer',
  markTransferReleases: 'manager',
  createImport: 'manager',
  listImports: 'viewer',
  getImport: 'viewer',
  createTableImport: 'manager',
  listTableImports: 'viewer',
  getTableImport: 'viewer',
  listTableImportReleases: 'viewer',
  getTableImportErrors: 'viewer',
  attachMasters: 'manager',
  undoTableImport: 'manager',
  listTableMappings: 'viewer',
  getTableMapping: 'viewer',
  keepTableMapping: 'manager',
  deleteTableMapping: 'manager',
  createExport: 'owner',
  listExports: 'owner',
  getExport: 'owner',
  downloadExport: 'owner',
  deleteExport: 'owner',
  createWebhook: 'manager',
  listWebhooks: 'viewer',
  getWebhook: 'viewer',
  updateWebhook: 'manager',
  deleteWebhook: 'manager',
  rotateWebhookSecret: 'manager',
  testWebhook: 'manager',
  listWebhookMessages: 'viewer',
  listWebhookAttempts: 'viewer',
  replayWebhookMessage: 'manager',
  listCatalog: 'viewer',
  getCatalogItem: 'viewer',
  listRecordings: 'viewer',
  getRecording: 'viewer',
  createParty: 'manager',
  listParties: 'viewer',
  getParty: 'viewer',
  updateParty: 'manager',
  deleteParty: 'manager',
  listPartyReleases: 'viewer',
  mergeParty: 'manager',
  listPartySuggestions: 'viewer',
  acceptPartySuggestion: 'manager',
  dismissPartySuggestion: 'manager',
  createLabel: 'manager',
  listLabels: 'viewer',
  getLabel: 'viewer',
  updateLabel: 'manager',
  deleteLabel: 'manager',
  getDefaults: 'viewer',
  updateDefaults: 'manager',
  getMusicAnalytics: 'viewer',
  getDistributorAnalytics: 'viewer',
  listReports: 'viewer',
  listSetAsideLines: 'viewer',
  createReport: 'manager',
  previewReport: 'manager',
  getReport: 'viewer',
  listWaitingRecordings: 'viewer',
  undoReport: 'manager',
}

const ofAccounts = [...operations, ...consoleOperations.filter(({ needsRole }) => needsRole !== undefined)]
/** Except leaving, after which there is no session to check. */
const asked = ofAccounts
  .filter(({ id }) => id !== 'leaveAccount')
  .map((operation) => [operation.id, operation] as const)

const unusedId = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const prefixes: Readonly<Record<string, string>> = {
  uploadId: 'upl',
  keyId: 'key',
  trackId: 'trk',
  partyId: 'pty',
  labelId: 'lbl',
  deliveryId: 'dlv',
  userId: 'usr',
  invitationId: 'inv',
  clientId: 'cli',
  exportId: 'exp',
  reportId: 'rpt',
}
const pathOf = ({ path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'list' ? 'genres' : `${prefixes[name] ?? 'rel'}_${unusedId}`,
  )
/** The address at which a person requests it in an account. */
const addressOf = (operation: Operation, accountId: string): string =>
  operation.needsRole === undefined
    ? `/console/a/${accountId}${pathOf(operation)}`
    : pathOf({ ...operation, path: operation.path.replace('{accountId}', accountId) })
const bodyOf = ({ method }: Operation): unknown => (method === 'GET' || method === 'DELETE' ? undefined : {})

describe('the session surface', () => {
  let hub: TestHub
  let account: TestAccount
  let operator: TestPerson
  let nowMs = Date.now()
  const members: Partial<Record<(typeof roles)[number], TestPerson>> = {}
  beforeAll(async () => {
    hub = await startTestHub({
      role: 'api',
      environment: { SPINDLE_CORS_ORIGINS: 'https://friend.example' },
      overrides: { clock: { now: () => nowMs } },
    })
    account = await createTestAccount(hub)
    operator = await setUpOperator(hub)
    for (const role of roles)
      members[role] = await inviteMember(hub, { ...account, role, email: `${role}@label.example` })
  })

  const member = (role: (typeof roles)[number]): TestPerson => members[role] as TestPerson
  const surface = (path: string): string => `/console/a/${account.accountId}${path}`
  const confirmAgain = (person: TestPerson) =>
    person.ask('POST', '/console/api/session/confirm', { password: person.password })

  it('has a line in the table for every operation', () => {
    expect(Object.keys(lowestRole).sort()).toEqual(ofAccounts.map(({ id }) => id).sort())
  })

  it.each(asked)('lets a role do %s exactly when the table allows it', async (id, operation) => {
    const path = addressOf(operation, account.accountId)
    for (const role of roles) {
      const answer = await member(role).ask(operation.method, path, bodyOf(operation))
      if (lowestRole[id] === 'none') expect(answer, role).toMatchObject({ status: 404, body: { error: 'not_found' } })
      else if (roles.indexOf(role) < roles.indexOf(lowestRole[id] as Role))
        expect(answer, role).toMatchObject({ status: 403, body: { error: 'role_insufficient', role } })
      else expect([401, 403], `${role}: ${JSON.stringify(answer.body)}`).not.toContain(answer.status)
    }
  })

  it.each(asked)('reveals nothing of %s to others, and /api takes no cookie for it', async (_id, operation) => {
    const { method } = operation
    const path = addressOf(operation, account.accountId)
    const known = lowestRole[operation.id] !== 'none'
    // An operator sees other accounts on pages of the operator, not here.
    const foreign = await operator.ask(method, path, bodyOf(operation))
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } })
    const nowhere = addressOf(operation, `acc_${unusedId}`)
    expect((await member('owner').ask(method, nowhere, bodyOf(operation))).body).toMatchObject({
      status: 404,
      error: 'not_found',
    })
    const signedOut = await openBrowser(hub).ask(method, path, bodyOf(operation))
    expect(signedOut.body.error).toBe(known ? 'signed_out' : 'not_found')
    const cookie = member('owner').cookie() ?? ''
    const direct = await hub.json(method, pathOf(operation), {
      body: bodyOf(operation),
      headers: { ...fromOwnPage, cookie },
    })
    if (operation.needsRole === undefined && operation.auth !== 'none')
      expect(direct.body.error).toBe('credentials_missing')
  })

  it('accepts no key and no token, with the cookie or in its place', async () => {
    const path = surface('/api/v1/music-distributor/releases')
    const cookie = { cookie: member('owner').cookie() ?? '' }
    for (const beside of [cookie, {}])
      for (const credential of [
        { 'x-api-key': await account.key() },
        { authorization: `Bearer ${await account.token()}` },
      ]) {
        const headers = { ...fromOwnPage, ...beside, ...credential }
        expect((await hub.json('GET', path, { headers })).body).toMatchObject({ status: 400, error: 'invalid_request' })
      }
  })

  it('is only for its own pages, whatever origins may call the API', async () => {
    const path = surface('/api/v1/music-distributor/releases')
    const cookie = member('owner').cookie() ?? ''
    const foreign: readonly [string, Record<string, string>][] = [
      ['GET', { 'sec-fetch-site': 'same-site', origin: 'https://friend.example' }],
      ['GET', { origin: 'https://friend.example' }],
      ['POST', { 'sec-fetch-site': 'same-origin' }],
      ['OPTIONS', { 'sec-fetch-site': 'cross-site', origin: 'https://friend.example' }],
    ]
    for (const [method, headers] of foreign) {
      const answer = await hub.json(method, path, { headers: { cookie, ...headers } })
      expect(answer).toMatchObject({ status: 403, body: { error: 'origin_not_allowed' } })
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it.each(['/mcp', '/oauth/token', '/healthz'])('leads to a page of the console: %s', async (path) => {
    const { headers } = await member('owner').ask('GET', surface(path))
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it.each(['/api/v2/music-distributor/releases', '/api/integration/verify', '/api/agent/auth'])(
    'leads nowhere else: %s',
    async (path) => {
      expect((await member('owner').ask('GET', surface(path))).status).toBe(404)
    },
  )

  /** An upload by the manager, in two requests. */
  async function deliverFile(): Promise<string> {
    const bytes = Buffer.alloc(300_000, 7)
    const headers = { ...fromOwnPage, cookie: member('manager').cookie() ?? '', 'tus-resumable': '1.0.0' }
    const path = surface('/api/v1/distributor/uploads')
    const metadata = `filename ${Buffer.from('one.wav').toString('base64')}`
    const creation = { 'upload-length': String(bytes.length), 'upload-metadata': metadata }
    const created = await hub.request(path, { method: 'POST', headers: { ...headers, ...creation } })
    expect(created.status).toBe(201)
    const id = created.headers.get('location')?.split('/').at(-1) ?? ''
    const patched = await hub.request(`${path}/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    })
    expect([patched.status, patched.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
    const viewer = { ...headers, cookie: member('viewer').cookie() ?? '' }
    const refused = await hub.request(path, { method: 'POST', headers: { ...viewer, ...creation } })
    expect(refused.status).toBe(403)
    return id
  }

  it('takes an upload as the API does, and writes who did it into the history of a release', async () => {
    const path = surface('/api/v1/music-distributor/releases')
    const tracks = [{ title: 'Night Drive', uploadId: await deliverFile() }]
    const body = { title: 'Night Drive', type: 'single', tracks }
    const created = await member('manager').ask('POST', path, body, { 'idempotency-key': 'one' })
    expect(created.status).toBe(201)
    const events = await member('viewer').ask('GET', `${path}/${created.body.id}/events`)
    expect(events.body.data[0].actor).toEqual({
      type: 'user',
      id: expect.stringMatching(/^usr_/),
      name: 'The manager',
    })
    const again = await member('manager').ask('POST', path, body, { 'idempotency-key': 'one' })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await member('owner').ask('POST', path, body, { 'idempotency-key': 'one' })
    expect(other.body.id).not.toBe(created.body.id)
  })

  it('lets a manager change the own keys only, and an owner all', async () => {
    const path = surface('/api/v1/distributor/keys')
    const make = (person: TestPerson) => person.ask('POST', path, { name: 'import', permissions: ['music:read'] })
    const [owners, managers] = [await make(member('owner')), await make(member('manager'))]
    expect([owners.status, managers.status]).toEqual([201, 201])
    const rotate = (person: TestPerson, id: string) => person.ask('POST', `${path}/${id}/rotate`, { overlapSeconds: 0 })
    const refused = { status: 403, error: 'role_insufficient' }
    expect((await rotate(member('manager'), owners.body.id)).body).toMatchObject(refused)
    expect((await member('manager').ask('DELETE', `${path}/${owners.body.id}`)).body).toMatchObject(refused)
    const successor = await rotate(member('manager'), managers.body.id)
    expect(successor.status).toBe(201)
    expect((await member('owner').ask('DELETE', `${path}/${successor.body.id}`)).status).toBe(204)
    expect((await member('owner').ask('DELETE', `${path}/${owners.body.id}`)).status).toBe(204)
    const names = await member('viewer').ask('GET', path)
    const imports = names.body.data.filter(({ name }: { name: string }) => name === 'import')
    expect(imports).toHaveLength(3)
    expect(JSON.stringify(names.body)).not.toContain(owners.body.key)
  })

  it('changes keys only after a recent confirmation', async () => {
    const path = surface('/api/v1/distributor/keys')
    const make = () => member('owner').ask('POST', path, { name: 'later', permissions: ['music:read'] })
    nowMs += 10 * 60_000
    expect((await make()).body).toMatchObject({ status: 403, error: 'confirmation_needed', methods: ['password'] })
    expect((await member('owner').ask('GET', path)).status).toBe(200)
    expect((await member('viewer').ask('DELETE', `${path}/key_${unusedId}`)).body.error).toBe('role_insufficient')
    expect((await confirmAgain(member('owner'))).status).toBe(200)
    expect((await make()).status).toBe(201)
  })
})
