import { createTestAccount, type TestAccount } from '../../harness/accounts.ts'
import { listAll } from '../../harness/api-client.ts'
import { startTestHub, type TestHub } from '../../harness/hub.ts'
import { inviteMember } from '../../harness/people.ts'
import type { Random } from '../../harness/random.ts'
import { gtin13 } from '../../harness/release-metadata.ts'
import { coverJpeg, masterWav, storeFile, submittableRelease, untilLive } from '../../harness/submittable.ts'
import { createTusUpload } from '../../harness/tus-client.ts'

/** Three accounts and an intruder with one of everything, each marked with a word that must never be seen by another. */

export interface Inhabitant {
  readonly name: string
  readonly canary: string
  readonly account: TestAccount
  readonly key: string
  readonly bearer: string
  /** Of an owner of the account, who is no operator. */
  readonly cookie: string
  /** What others may try: ids by prefix, and everything else that names something of this account. */
  readonly things: Things
}

export interface Things {
  readonly acc: readonly string[]
  readonly rel: readonly string[]
  readonly trk: readonly string[]
  readonly upl: readonly string[]
  readonly key: readonly string[]
  readonly dlv: readonly string[]
  readonly evt: readonly string[]
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
  const master = await storeFile(me, 'audio/wav', masterWav(100 + index))
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
      trk: [live, draft.body, down].map(({ tracks }) => tracks[0].id),
      upl: [master, cover, open.uploadId],
      key: keyIds,
      dlv: [...live.deliveries, ...down.deliveries].map(({ id }: { id: string }) => id),
      evt: events.map(({ id }) => id),
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

async function createKeys(hub: TestHub, bearer: string, canary: string): Promise<string[]> {
  const ids: string[] = []
  for (const part of ['one', 'two', 'three']) {
    const body = { name: `${canary} ${part}`, permissions: ['music:read'] }
    ids.push((await hub.json('POST', keysPath, { bearer, body })).body.id)
  }
  return ids
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

/** Everything the account can read of its things; what two readings differ in has been changed by somebody. */
export async function readEverything(
  hub: TestHub,
  { key, bearer, things }: Inhabitant,
): Promise<Record<string, unknown>> {
  const paths = [
    ...things.rel.flatMap((id) => [
      `${releasesPath}/${id}`,
      `${releasesPath}/${id}/events`,
      `${releasesPath}/${id}/deliveries`,
      `/api/v1/distributor/catalog/${id}`,
    ]),
    ...things.upl.map((id) => `/api/v1/distributor/uploads/${id}`),
  ]
  const read: Record<string, unknown> = {}
  for (const path of paths) read[path] = (await hub.json('GET', path, { key })).body
  for (const id of things.key) read[id] = (await hub.json('GET', `${keysPath}/${id}`, { bearer })).body
  return read
}
