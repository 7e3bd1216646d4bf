import { beforeAll, describe, expect, it } from 'vitest'
import { childRunner } from '../../src/features/media/index.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { realAnalyser } from '../harness/analyser.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease } from '../harness/live-releases.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { masterWav, storeFile } from '../harness/submittable.ts'
import { createTusUpload } from '../harness/tus-client.ts'
import * as attacks from './neighbours/attacks.ts'

/**
 * One account attacks as hard as it can at its default limits, and another one works as usual. The assertions do not
 * depend on the machine: answers, growth of memory and database. The same programs measure times in `npm run bench --
 * neighbours`.
 */
describe('the neighbour of an account that attacks', () => {
  const mebibyte = 1024 ** 2
  const propertyToken = 'a-token-of-the-radio-0123456789abcdef'
  let hub: TestHub
  let attacker: ReleaseFixture
  let neighbour: ReleaseFixture
  let target: attacks.AttackTarget

  beforeAll(async () => {
    const openDatabase = await createTestDatabase()
    hub = await startTestHub({
      environment: { SPINDLE_RATE_LIMIT: '600/120/300', SPINDLE_INTEGRATION_TOKENS: `radio=${propertyToken}` },
      overrides: { openDatabase, analyser: realAnalyser(), readers: childRunner() },
    })
    // Data that the attacker has collected over weeks, created by a node without limits.
    const unlimited = await startTestHub({
      role: 'api',
      overrides: { openDatabase: { ...openDatabase, close: async () => {} } },
    })
    attacker = await createReleaseFixture(unlimited, 'Attacker')
    neighbour = await createReleaseFixture(hub, 'Neighbour')
    const uploadId = await attacker.audio()
    const tracks = Array.from({ length: 400 }, (_, index) => ({ title: `${index} ${'x'.repeat(400)}`, uploadId }))
    const { body } = await attacker.post(releasesPath, { title: 'Heavy', type: 'album', tracks })
    for (let copy = 0; copy < 25; copy++) await attacker.act(body.id, 'clone', {})
    const { accountId, clientId: id, clientSecret: secret } = attacker.account
    const live = await createLiveRelease(hub, { accountId, properties: ['radio'] })
    target = {
      url: hub.url,
      keys: [await attacker.account.key()],
      heavyRelease: body.id,
      client: { id, secret },
      property: { token: propertyToken, track: live.trackIds[0] ?? '' },
    }
  })

  const headersOf = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' })

  let serial = 0

  /** Typical work: read, create a draft, send a file, wait for its analysis. */
  async function expectServed(): Promise<void> {
    const { account } = neighbour
    const key = await account.key()
    const list = await hub.json('GET', `${releasesPath}?limit=5`, { key })
    expect(list.status).toBe(200)
    const uploadId = await storeFile({ url: hub.url, key }, 'audio/wav', masterWav(++serial, 1))
    const draft = { title: 'Quiet', type: 'single', tracks: [{ title: 'Song', uploadId }] }
    const created = await hub.json('POST', releasesPath, { key, body: draft })
    expect(created.status).toBe(201)
    const begun = await createTusUpload(hub.url, key, { size: 10, bytes: Buffer.alloc(10) })
    expect(begun.offset).toBe(10)
  }

  it.each(Object.entries(attacks))('is served while it meets %s, and memory stays bounded', async (_name, attack) => {
    await expectServed()
    const before = process.memoryUsage().rss
    const running = await attack(target)
    try {
      for (let day = 0; day < 2; day++) await expectServed()
      expect(process.memoryUsage().rss - before).toBeLessThan(256 * mebibyte)
    } finally {
      await running.stop()
    }
    // Nothing fails; beyond a limit the attacker gets an error.
    expect(Object.keys(running.statuses).filter((status) => /^5/.test(status) && status !== '503')).toEqual([])
    await expectServed()
  })

  it('has its first file analysed before the backlog of the attacker', async () => {
    const key = await attacker.account.key()
    const headers = { 'x-api-key': key, 'content-type': 'audio/wav' }
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        fetch(`${hub.url}/api/v1/distributor/uploads`, {
          method: 'POST',
          headers,
          body: new Uint8Array(masterWav(1_000 + index, 2)),
        }),
      ),
    )
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
    await storeFile({ url: hub.url, key: await neighbour.account.key() }, 'audio/wav', masterWav(++serial, 1))
    const { body } = await hub.json('GET', '/api/v1/distributor/uploads?limit=100&status=received', { key })
    expect(body.data.length).toBeGreaterThan(15)
  })

  it('finds none of its uploads and cannot stop them, whatever ids it tries', async () => {
    const { uploadId } = await createTusUpload(hub.url, neighbour.key, { size: 30, bytes: Buffer.alloc(10) })
    const path = `/api/v1/distributor/uploads/${uploadId}`
    const tus = { 'tus-resumable': '1.0.0' }
    // A separate key, whose limits the attacks have not used up.
    const key = await attacker.account.key()
    const stranger = await hub.request(path, { method: 'HEAD', headers: { ...tus, 'x-api-key': key } })
    expect(stranger.status).toBe(404)
    const own = await hub.request(path, { method: 'HEAD', headers: { ...tus, 'x-api-key': neighbour.key } })
    expect(own.headers.get('upload-offset')).toBe('10')
  })

  const databaseBytes = async (): Promise<number> => {
    const row = await hub.opened.database.system.row<{ bytes: number }>(
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    return row?.bytes ?? 0
  }

  it('pays with at most 64 KiB of database for a small request of the attacker', async () => {
    const requests = 10
    const key = await attacker.account.key()
    const before = await databaseBytes()
    for (let number = 0; number < requests; number++) {
      const edited = await hub.request(`${releasesPath}/${target.heavyRelease}`, {
        method: 'PATCH',
        headers: { ...headersOf(key), 'idempotency-key': `edit-${number}` },
        body: JSON.stringify({ title: `Heavy ${number}` }),
      })
      expect(edited.status).toBe(200)
    }
    expect((await databaseBytes()) - before).toBeLessThan(requests * 65_536)
  })

  describe('in a minute that does not end', () => {
    let metered: TestHub
    beforeAll(async () => {
      metered = await startTestHub({
        role: 'api',
        environment: { SPINDLE_RATE_LIMIT: '100/60/300', SPINDLE_DATA_DIR: hub.dataDir },
        overrides: {
          clock: { now: () => 1_800_000_030_000 },
          openDatabase: { ...hub.opened, close: async () => {} },
        },
      })
    })

    it('pays with at most 64 KiB for each request of the attacker that copies large drafts', async () => {
      const headers = headersOf(await attacker.account.key())
      const path = `${metered.url}${releasesPath}/${target.heavyRelease}/clone`
      const before = await databaseBytes()
      const statuses: number[] = []
      while (statuses.length < 60 && statuses.at(-1) !== 429)
        statuses.push((await fetch(path, { method: 'POST', headers, body: '{}' })).status)
      expect(statuses).toEqual([201, 201, 201, 429])
      expect((await databaseBytes()) - before).toBeLessThan(60 * 65_536)
    })

    it('has the hub make at most 128 KiB of answers for each read of the attacker', async () => {
      const headers = headersOf(await attacker.account.key())
      const statuses: number[] = []
      while (statuses.length < 100 && statuses.at(-1) !== 429) {
        const answer = await fetch(`${metered.url}${releasesPath}?limit=100`, { headers })
        statuses.push(answer.status)
        expect((await answer.text()).length).toBeLessThan(4.5 * mebibyte)
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429])
    })

    it('is served while a key of the attacker is refused, and its requests are not counted', async () => {
      const key = await attacker.account.key()
      const read = async (own: string) => (await metered.json('GET', `${releasesPath}?limit=1`, { key: own })).status
      const statuses = new Set<number>()
      for (let round = 0; round < 14; round++)
        for (const status of await Promise.all(Array.from({ length: 60 }, () => read(key)))) statuses.add(status)
      expect(statuses).toEqual(new Set([200, 429]))
      expect(await read(await (await createTestAccount(metered)).key())).toBe(200)
      await expectServed()
    })
  })
})
