import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../../server/test/harness/accounts.ts'
import { type FaultProxy, startFaultProxy } from '../../server/test/harness/fault-proxy.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { trackMetadata } from '../../server/test/harness/release-metadata.ts'
import { coverJpeg, shortMaster } from '../../server/test/harness/submittable.ts'
import { sha256 } from '../../server/test/harness/uploads.ts'
import { type ReleaseInput, Spindle, WaitError } from '../src/index.ts'
import { uploadFile } from '../src/node.ts'
import { epMetadata, propertyToken as token } from './harness/ep.ts'

/** What a label does, from its service client to the property that plays it, over a line that breaks. */

let hub: TestHub
let account: TestAccount
let line: FaultProxy
let folder: string
let client: Spindle

beforeAll(async () => {
  hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `player=${token}` } })
  account = await createTestAccount(hub)
  const { hostname, port } = new URL(hub.url)
  line = await startFaultProxy({ host: hostname, port: Number(port) })
  folder = await mkdtemp(join(tmpdir(), 'spindle-delivery-'))
  const { clientId, clientSecret } = account
  const service = new Spindle({ baseUrl: hub.url, clientId, clientSecret })
  const { key } = await service.keys.create({
    name: 'delivery',
    permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'],
  })
  client = new Spindle({ baseUrl: `http://127.0.0.1:${line.port}`, apiKey: key, clientId, clientSecret })
})
afterAll(async () => {
  await line.close()
  await rm(folder, { recursive: true, force: true })
})

const ep = (uploadIds: readonly `upl_${string}`[], coverUploadId: `upl_${string}`): ReleaseInput => ({
  ...epMetadata,
  coverUploadId,
  tracks: uploadIds.map((uploadId, index) => ({ title: `Song ${index + 1}`, ...trackMetadata(index + 1), uploadId })),
})

describe('the delivery of an EP', () => {
  it('with three files over a connection that is lost ends live, bit by bit, and can be played', async () => {
    const masters = [1, 2, 3].map((seed) => shortMaster(seed))
    const paths = masters.map((_, index) => join(folder, `0${index + 1} Song.wav`))
    await Promise.all(masters.map((master, index) => writeFile(paths[index] ?? '', master)))

    // Less than the smallest file: whichever comes first breaks.
    const passage = line.breakNext({ afterBytes: 30_000, direction: 'up', how: 'reset' })
    const [cover, ...uploads] = await Promise.all([
      client.uploads.create(new Blob([new Uint8Array(await coverJpeg())], { type: 'image/jpeg' }), {
        filename: 'cover',
      }),
      ...paths.map((path) => uploadFile(client, path, { partBytes: 256 * 1024 })),
    ])
    expect(passage.up).toBe(30_000)
    expect(uploads.map((upload) => upload.sha256)).toEqual(masters.map((master) => sha256(master)))
    const analysed = await Promise.all([cover, ...uploads].map(({ id }) => client.uploads.waitFor(id, { pollMs: 100 })))
    expect(analysed.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready', 'ready'])

    const uploadIds = uploads.map(({ id }) => id)
    const draft = await client.releases.create(ep(uploadIds, cover.id))
    expect(draft).toMatchObject({ status: 'draft', validation: { errors: 0 } })
    expect(await client.releases.validate(draft.id)).toMatchObject({ validation: { errors: 0 } })
    await expect(client.releases.validate(draft.id, { outlet: 'nowhere' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      errors: [{ pointer: 'outlet', detail: 'The hub has no outlet named "nowhere".' }],
    })
    await client.releases.update(draft.id, { title: 'Night Drive II' })
    await client.releases.submit(draft.id)
    const live = await client.releases.waitFor(draft.id, { pollMs: 50 })
    expect(live).toMatchObject({ status: 'live', title: 'Night Drive II' })

    const property = new Spindle({ baseUrl: hub.url, integrationToken: token })
    await expect(property.integration.verify()).resolves.toMatchObject({ ok: true, property: 'player' })
    const heard = new Map<string, string>()
    for await (const track of property.integration.feed({ limit: 2 })) {
      if (track.deleted) continue
      const audio = await property.integration.audio(track.trackId)
      heard.set(track.title, sha256(new Uint8Array(await audio.arrayBuffer())))
    }
    expect([...heard.values()].sort()).toEqual(masters.map((master) => sha256(master)).sort())
    const [{ id: trackId } = { id: 'trk_' as const }] = live.tracks
    const event = { id: 'play-1', trackId, at: new Date().toISOString() }
    await expect(property.integration.plays([event, event])).resolves.toMatchObject({ accepted: 1, duplicates: 1 })

    const events = []
    for await (const { type } of client.releases.listEvents(draft.id, { limit: 2 })) events.push(type)
    expect(events).toContain('release.submitted')
    expect((await client.releases.listDeliveries(draft.id).page()).data).toMatchObject([{ status: 'live' }])
    expect(await client.catalog.get(draft.id)).toMatchObject({ status: 'live', trackCount: 3 })
    expect(await client.analytics.get()).toHaveProperty('totals')
    expect(await client.analytics.getAll({ granularity: 'total' })).toHaveProperty('totals')

    const planned = await client.releases.takedown(draft.id, { reason: 'The licence ends', on: '2999-12-31' })
    expect(planned.plannedTakedown).toMatchObject({ on: '2999-12-31', actor: { type: 'account' } })
    const { outlets, planned: plan } = await client.releases.previewTakedown(draft.id)
    expect([outlets.map(({ effect }) => effect), plan]).toEqual([['told'], planned.plannedTakedown])
    expect((await client.releases.cancelTakedown(draft.id)).plannedTakedown).toBeNull()
    await client.releases.takedown(draft.id, { reason: 'The label asked for it' })
    await client.releases.waitFor(draft.id, { status: 'taken_down', pollMs: 50 })
    const never = client.releases.waitFor(draft.id, { pollMs: 50 })
    await expect(never).rejects.toBeInstanceOf(WaitError)
    await expect(never).rejects.toMatchObject({ code: 'wait_dead_end', last: { status: 'taken_down' } })
  })
})

describe('lists', () => {
  it('go through every page, as far as they are read', async () => {
    const { id: uploadId } = await client.uploads.create(new Uint8Array([1, 2, 3]))
    const made = []
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const tracks = [{ title, uploadId }]
      made.unshift((await client.releases.create({ title, type: 'single', tracks })).id)
    }
    const list = client.releases.list({ limit: 2, status: 'draft' })
    const found = []
    for await (const release of list) found.push(release.id)
    expect(found).toEqual(made)
    const sizes = []
    for await (const { data } of list.pages()) sizes.push(data.length)
    expect(sizes).toEqual([2, 2, 1])
    const { data, page } = await list.page()
    expect(data.map(({ id }) => id)).toEqual(made.slice(0, 2))
    const [next] = (await client.releases.list({ limit: 2, status: 'draft', cursor: page.nextCursor ?? '' }).page())
      .data
    expect(next?.id).toBe(made[2])
    await client.releases.delete(made[0] ?? '')
    await expect(client.releases.get(made[0] ?? '')).rejects.toMatchObject({ code: 'release_not_found' })
    const copy = await client.releases.clone(made[1] ?? '')
    expect(copy.title).toBe('Four')
  })
})

describe('keys and reference data', () => {
  it('can be read and managed', async () => {
    const created = await client.keys.create({ name: 'ci', permissions: ['music:read'] })
    const rotated = await client.keys.rotate(created.id, { overlapSeconds: 3600 })
    await client.keys.revoke(rotated.id)
    expect(await client.keys.get(rotated.id)).toMatchObject({ status: 'revoked' })
    const names = []
    for await (const key of client.keys.list({ limit: 1 })) names.push(key.name)
    expect(names.filter((name) => name === 'ci')).toHaveLength(2)
    expect((await client.outlets.list()).data).toMatchObject([{ kind: 'property' }])
    expect((await client.rules.list()).data.length).toBeGreaterThan(10)
    expect((await client.reference.list('genres')).data.map(({ code }) => code)).toContain('pop')
  })
})
