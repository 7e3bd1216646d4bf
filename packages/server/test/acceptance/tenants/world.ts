import { insertMessage } from '../../../src/features/interchange/messages/message-queries.ts'
import type { AccountId } from '../../../src/platform/values/ids.ts'
import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { listAll } from '../../harness/api-client.ts'
import { eventually } from '../../harness/eventually.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { inviteMember } from '../../harness/people.ts'
import type { Random } from '../../harness/random.ts'
import { gtin13 } from '../../harness/release-metadata.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../../harness/submittable.ts'
import { planOf, transfersPath } from '../../harness/transfers.ts'
import { createTusUpload } from '../../harness/tus-client.ts'

/** Three accounts and an intruder with one of everything, each marked with a word that no other account may see. */

export interface Inhabitant {
  readonly name: string
  readonly canary: string
  readonly account: TestAccount
  readonly key: string
  readonly bearer: string
  /** Of an owner of the account, who is not an operator. */
  readonly cookie: string
  /** What others may try: ids by prefix, and everything else that identifies something of this account. */
  readonly things: Things
}

export interface Things {
  readonly acc: readonly string[]
  readonly rel: readonly string[]
  /** A draft in the trash. */
  readonly trashed: readonly string[]
  readonly trk: readonly string[]
  readonly upl: readonly string[]
  readonly key: readonly string[]
  readonly dlv: readonly string[]
  readonly evt: readonly string[]
  readonly whk: readonly string[]
  readonly whm: readonly string[]
  readonly msg: readonly string[]
  readonly imp: readonly string[]
  readonly tbi: readonly string[]
  readonly blk: readonly string[]
  readonly trf: readonly string[]
  readonly exp: readonly string[]
  readonly rpt: readonly string[]
  readonly pty: readonly string[]
  readonly lbl: readonly string[]
  /** The name of a kept mapping. */
  readonly mapping: readonly string[]
  readonly upc: readonly string[]
  readonly isrc: readonly string[]
  readonly externalId: readonly string[]
  readonly word: readonly string[]
  readonly etag: readonly string[]
  readonly idempotencyKey: readonly string[]
  readonly cursor: readonly string[]
}

export const properties = { 'site-a': 'a'.repeat(40), 'site-b': 'b'.repeat(40) } as const

const releasesPath = '/api/v1/music-distributor/releases'
const keysPath = '/api/v1/distributor/keys'
const webhooksPath = '/api/v1/distributor/webhooks'
const bulkPath = '/api/v1/distributor/bulk'
const importsPath = '/api/v1/music-distributor/imports'
const tablesPath = '/api/v1/distributor/imports/tables'
const exportsPath = '/api/v1/distributor/exports'

export async function createWorld(random: Random): Promise<{ hub: TestHub; inhabitants: readonly Inhabitant[] }> {
  const tokens = Object.entries(properties).map(([property, token]) => `${property}=${token}`)
  const hub = await startTestHub({
    environment: { SPINDLE_INTEGRATION_TOKENS: tokens.join(','), SPINDLE_SANDBOX_OUTLET: 'on' },
  })
  const inhabitants: Inhabitant[] = []
  for (const [index, name] of ['ada', 'bela', 'cleo', 'intruder'].entries())
    inhabitants.push(await createInhabitant(hub, random, { name, index }))
  return { hub, inhabitants }
}

async function createInhabitant(
  hub: TestHub,
  random: Random,
  { name, index }: { name: string; index: number },
): Promise<Inhabitant> {
  const canary = `canary${name}${random.word(12)}`
  const account = await createTestAccount(hub, `${canary} Records`)
  const key = await account.key()
  const owner = await inviteMember(hub, {
    accountId: account.accountId,
    role: 'owner',
    email: `${name}@${canary.toLowerCase()}.example`,
  })
  const bearer = await account.token()
  const me = { url: hub.url, key }
  const master = await storeFile(me, 'audio/wav', shortMaster(100 + index))
  const cover = await storeFile(me, 'image/jpeg', await coverJpeg())
  const open = await createTusUpload(hub.url, key, {
    size: 50_000,
    filename: `${canary}.wav`,
    bytes: random.bytes(1_000),
  })
  const bodyOf = (serial: number, isrc: string) => {
    const { tracks, ...rest } = submittableRelease({
      title: `${canary} ${serial}`,
      uploadId: master,
      coverUploadId: cover,
      serial,
    })
    return {
      ...rest,
      label: canary,
      externalId: `${canary}-${serial}`,
      metadata: { note: canary },
      tracks: tracks.map((track) => ({ ...track, title: `${canary} song`, isrc })),
    }
  }
  const isrc = `ZZAB${index}2600001`
  const create = async (serial: number, submit: boolean, idempotencyKey: string) => {
    const headers = { 'idempotency-key': idempotencyKey }
    const answer = await hub.json('POST', releasesPath, { key, headers, body: { ...bodyOf(serial, isrc), submit } })
    if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const serial = index * 10 + 1
  const live = await untilLive(me, (await create(serial, true, `${canary}-live`)).body.id)
  const draft = await create(serial + 1, false, `${canary}-draft`)
  const down = await untilLive(me, (await create(serial + 2, true, `${canary}-down`)).body.id)
  const reason = `${canary} asked for it`
  await hub.json('POST', `${releasesPath}/${down.id}/takedown`, { key, body: { outlets: ['site-a'], reason } })
  const keyIds = await createKeys(hub, bearer, canary)
  await reportPlay(hub, live.tracks[0].id, live.liveAt, canary)
  const hooks = await createWebhook(hub, key, canary)
  const events = await listAll(hub.url, `${releasesPath}/${live.id}/events`, { key })
  return {
    name,
    canary,
    account,
    key,
    bearer,
    cookie: owner.cookie() ?? '',
    things: {
      acc: [account.accountId],
      rel: [live.id, draft.body.id, down.id],
      trashed: [await trashDraft(hub, key, (await create(serial + 3, false, `${canary}-trashed`)).body.id)],
      trk: [live, draft.body, down].map(({ tracks }) => tracks[0].id),
      upl: [master, cover, open.uploadId],
      key: keyIds,
      dlv: [...live.deliveries, ...down.deliveries].map(({ id }: { id: string }) => id),
      evt: events.map(({ id }) => id),
      ...hooks,
      msg: [await tellStore(hub, account.accountId, { release: live, canary })],
      imp: [await importMessage(hub, key, canary)],
      tbi: [await importTable(hub, key, canary)],
      blk: [await startBulk(hub, key, canary)],
      trf: [await planTransfer(hub, key, canary)],
      exp: [await exportAll(hub, bearer)],
      rpt: [await importReport(hub, key, { canary, isrc })],
      pty: [await createParty(hub, key, canary)],
      lbl: [await createLabel(hub, { accountId: account.accountId, key, canary, index })],
      mapping: [await keepMapping(hub, key, canary)],
      upc: [gtin13(serial), gtin13(serial + 1)],
      isrc: [isrc],
      externalId: [`${canary}-${serial}`, `${canary}-${serial + 1}`],
      word: [canary, `${canary} song`, `${canary}.wav`],
      etag: [draft.headers.get('etag') ?? '"none"'],
      idempotencyKey: [`${canary}-live`, `${canary}-draft`],
      cursor: await cursorsOf(hub, { key, bearer, releaseId: live.id }),
    },
  }
}

/** A party with a duplicate that was merged into it. */
async function createParty(hub: TestHub, key: string, canary: string): Promise<string> {
  const path = '/api/v1/distributor/parties'
  const create = async (name: string): Promise<string> =>
    (await hub.json('POST', path, { key, body: { name: `${canary} ${name}`, legalName: canary } })).body.id
  const duplicate = await create('the artist')
  const id = await create('artist')
  await hub.json('POST', `${path}/${id}/merge`, { key, body: { duplicate } })
  return id
}

/** With a prefix and a range of its own, and defaults of the account, which no path names. */
async function createLabel(
  hub: TestHub,
  { accountId, key, canary, index }: Pick<TestAccount, 'accountId'> & { key: string; canary: string; index: number },
): Promise<string> {
  const codes = { isrcPrefix: `QZAB${index}`, upcRange: `061414${index}` }
  await hub.hub.releases.allowedCodes.allow(accountId, codes)
  const keywords = [canary]
  await hub.json('PATCH', '/api/v1/distributor/defaults', { key, body: { defaults: { keywords } } })
  const body = { name: canary, defaults: { keywords }, ...codes }
  return (await hub.json('POST', '/api/v1/distributor/labels', { key, body })).body.id
}

async function keepMapping(hub: TestHub, key: string, canary: string): Promise<string> {
  const body = { columns: { upc: canary } }
  const path = `/api/v1/distributor/imports/table-mappings/${canary.toLowerCase()}`
  return (await hub.json('PUT', path, { key, body })).body.name
}

async function createKeys(hub: TestHub, bearer: string, canary: string): Promise<string[]> {
  const ids: string[] = []
  for (const part of ['one', 'two', 'three']) {
    const body = { name: `${canary} ${part}`, permissions: ['music:read'] }
    ids.push((await hub.json('POST', keysPath, { bearer, body })).body.id)
  }
  return ids
}

/** Disabled before anything is sent, so that nothing changes in the background; its message stays in the log. */
async function createWebhook(hub: TestHub, key: string, canary: string): Promise<Pick<Things, 'whk' | 'whm'>> {
  const body = { url: `https://${canary.toLowerCase()}.example/hooks`, description: canary }
  const { id } = (await hub.json('POST', webhooksPath, { key, body })).body
  const message = (await hub.json('POST', `${webhooksPath}/${id}/test`, { key })).body
  await hub.json('PATCH', `${webhooksPath}/${id}`, { key, body: { status: 'disabled' } })
  return { whk: [id], whm: [message.id] }
}

/** A message as the hub stores it; there is no store to receive it. */
async function tellStore(
  hub: TestHub,
  accountId: AccountId,
  { release, canary }: { readonly release: Awaited<ReturnType<typeof untilLive>>; readonly canary: string },
): Promise<string> {
  const id = hub.hub.http.ids.make('msg')
  const [delivery] = release.deliveries
  const message = { id, deliveryId: delivery.id, round: 0, releaseId: release.id, outletId: delivery.outlet.id }
  const sent = { revision: 1, purpose: 'offer', batch: 1, xml: canary, sha256: '0'.repeat(64), files: '' } as const
  await hub.opened.database.tenantTransaction(accountId, (trx) =>
    insertMessage(trx, { ...message, ...sent, provides: true, countedBytes: 100, createdAt: new Date().toISOString() }),
  )
  return id
}

/** Refused, with the canary in the report; waited for, so that it changes no more. */
async function importMessage(hub: TestHub, key: string, canary: string): Promise<string> {
  const message = Buffer.from(`<${canary}/>`).toString('base64')
  const { id } = (await hub.json('POST', importsPath, { key, body: { message } })).body
  const ended = await eventually(
    async () => {
      const { body } = await hub.json('GET', `${importsPath}/${id}`, { key })
      return body.status === 'waiting' ? undefined : body
    },
    { what: 'the import to end' },
  )
  return ended.id
}

/** Refused, with the canary as the title of a release that names no key. */
async function importTable(hub: TestHub, key: string, canary: string): Promise<string> {
  const table = Buffer.from(`upc,releaseTitle,trackTitle\n,${canary},${canary}\n`).toString('base64')
  const { id } = (await hub.json('POST', tablesPath, { key, body: { table } })).body
  await eventually(async () => (await hub.json('GET', `${tablesPath}/${id}`, { key })).body.status === 'done', {
    what: 'the table to be imported',
  })
  return id
}

/** Of no release, so it has ended. */
async function startBulk(hub: TestHub, key: string, canary: string): Promise<string> {
  const body = { action: 'patch', filters: { label: `${canary} of no release` }, patch: { label: canary } }
  return (await hub.json('POST', bulkPath, { key, body })).body.id
}

/** Waited for, so that it changes no more. */
async function planTransfer(hub: TestHub, key: string, canary: string): Promise<string> {
  const body = planOf(`upc,releaseTitle,trackTitle\n036000291452,${canary},${canary}\n`, { name: canary })
  const { id } = (await hub.json('POST', transfersPath, { key, body })).body
  await eventually(async () => (await hub.json('GET', `${transfersPath}/${id}`, { key })).body.status === 'ready', {
    what: 'the table to be read',
  })
  return id
}

/** Waited for, so that it changes no more. */
async function exportAll(hub: TestHub, bearer: string): Promise<string> {
  const { id } = (await hub.json('POST', exportsPath, { bearer })).body
  await eventually(
    async () => (await hub.json('GET', `${exportsPath}/${id}`, { bearer })).body.status === 'ready' || undefined,
    { what: 'the export to be ready' },
  )
  return id
}

/** With the canary in its name and in what waits. */
async function importReport(
  hub: TestHub,
  key: string,
  { canary, isrc }: { readonly canary: string; readonly isrc: string },
): Promise<string> {
  const table = [
    'isrc,upc,title,store,territory,period,streams,downloads,revenue,currency',
    `${isrc},,${canary},big,DE,2026-03,7,,0.5,EUR`,
    `ZZNIL2600001,,${canary},big,DE,2026-03,7,,,`,
  ].join('\n')
  const bytes = Buffer.from(table)
  const file = { size: bytes.length, filename: `${canary}.csv`, kind: 'report', bytes }
  const { uploadId } = await createTusUpload(hub.url, key, file)
  const body = { uploads: [uploadId], source: 'store' }
  const made = await hub.json('POST', '/api/v1/distributor/reports', { key, body })
  if (made.status !== 201) throw new Error(`the report was not imported: ${JSON.stringify(made.body)}`)
  return made.body.id
}

async function reportPlay(hub: TestHub, trackId: string, at: string, id: string): Promise<void> {
  const answer = await hub.json('POST', '/api/integration/plays', {
    bearer: properties['site-a'],
    body: [{ id, trackId, at }],
  })
  if (answer.body.accepted !== 1) throw new Error(`the play was not accepted: ${JSON.stringify(answer.body)}`)
}

/** One cursor of every list that has a second page. */
async function cursorsOf(
  hub: TestHub,
  { key, bearer, releaseId }: { key: string; bearer: string; releaseId: string },
): Promise<string[]> {
  const lists = [
    { path: releasesPath, key },
    { path: '/api/v1/distributor/uploads', key },
    { path: '/api/v1/distributor/catalog', key },
    { path: `${releasesPath}/${releaseId}/events`, key },
    { path: `${releasesPath}/${releaseId}/deliveries`, key },
    { path: keysPath, bearer },
  ]
  const cursors: string[] = []
  for (const { path, ...credentials } of lists) {
    const { body } = await hub.json('GET', `${path}?limit=1`, credentials)
    if (typeof body.page.nextCursor !== 'string') throw new Error(`${path} has no second page`)
    cursors.push(body.page.nextCursor)
  }
  return cursors
}

async function trashDraft(hub: TestHub, key: string, id: string): Promise<string> {
  await hub.json('DELETE', `${releasesPath}/${id}`, { key })
  return id
}

/** Everything that the account can read of its data; a difference between two reads means that it was changed. */
export async function readEverything(
  hub: TestHub,
  { key, bearer, things }: Inhabitant,
): Promise<Record<string, unknown>> {
  const paths = [
    ...things.rel.flatMap((id) => [
      `${releasesPath}/${id}`,
      `${releasesPath}/${id}/events`,
      `${releasesPath}/${id}/deliveries`,
      `${releasesPath}/${id}/messages`,
      `/api/v1/distributor/catalog/${id}`,
    ]),
    ...things.upl.map((id) => `/api/v1/distributor/uploads/${id}`),
    ...things.imp.map((id) => `${importsPath}/${id}`),
    '/api/v1/music-distributor/trash',
    ...things.tbi.flatMap((id) => [`${tablesPath}/${id}`, `${tablesPath}/${id}/releases`]),
    ...things.blk.flatMap((id) => [`${bulkPath}/${id}`, `${bulkPath}/${id}/releases`]),
    ...things.trf.flatMap((id) => [`${transfersPath}/${id}`, `${transfersPath}/${id}/releases`]),
  ]
  const read: Record<string, unknown> = {}
  for (const path of paths) read[path] = (await hub.json('GET', path, { key })).body
  for (const id of things.whk)
    for (const path of [`${webhooksPath}/${id}`, `${webhooksPath}/${id}/messages`])
      read[path] = (await hub.json('GET', path, { key })).body
  for (const id of things.key) read[id] = (await hub.json('GET', `${keysPath}/${id}`, { bearer })).body
  for (const id of things.exp) read[id] = (await hub.json('GET', `${exportsPath}/${id}`, { bearer })).body
  return read
}
