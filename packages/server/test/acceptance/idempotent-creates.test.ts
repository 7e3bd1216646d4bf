import { beforeAll, describe, expect, it } from 'vitest'
import { startFaultProxy } from '../harness/fault-proxy.ts'
import { createTestDatabase, startTestHub, type TestHub } from '../harness/hub.ts'
import { countFromEnvironment, createRandom, seedFromEnvironment } from '../harness/random.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from '../harness/releases.ts'

/** Many identical creates at once, on two nodes of one database: one release, and every answer names that one. */

const rounds = countFromEnvironment('IDEMPOTENT_ROUNDS', { usual: 5, soak: 20 })
const callsPerRound = countFromEnvironment('IDEMPOTENT_CALLS', { usual: 50, soak: 50 })
const seed = seedFromEnvironment()
const secret = 's'.repeat(40)

interface Reply {
  readonly status: number
  readonly text: string
  readonly replayed: string | null
  readonly location: string | null
  readonly retryAfter: string | null
}

describe('identical creates with one Idempotency-Key', () => {
  let nodes: readonly TestHub[]
  let fixture: ReleaseFixture
  beforeAll(async () => {
    const opened = await createTestDatabase()
    const environment = { SPINDLE_SECRET: secret, SPINDLE_PUBLIC_URL: 'http://hub.test' }
    const first = await startTestHub({ role: 'api', environment, overrides: { openDatabase: opened } })
    const shared = { ...opened, close: async () => {} }
    nodes = [first, await startTestHub({ role: 'api', environment, overrides: { openDatabase: shared } })]
    fixture = await createReleaseFixture(first)
  })

  async function create(node: TestHub, idempotencyKey: string, text: string): Promise<Reply> {
    const response = await node.request(releasesPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': fixture.key, 'idempotency-key': idempotencyKey },
      body: text,
    })
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get('idempotency-replayed'),
      location: response.headers.get('location'),
      retryAfter: response.headers.get('retry-after'),
    }
  }

  const countReleases = async (): Promise<number> => {
    const { body } = (await nodes[0]?.json('GET', `${releasesPath}?limit=1&count=true`, { key: fixture.key })) ?? {}
    return body.page.total
  }

  it(`${rounds} rounds of ${callsPerRound} make exactly ${rounds} releases (seed ${seed})`, {
    timeout: 240_000 + rounds * 5_000,
  }, async () => {
    const random = createRandom(seed)
    const before = await countReleases()
    const seen = { created: 0, replayed: 0, inProgress: 0 }
    for (let round = 0; round < rounds; round++) {
      const key = random.word(30)
      const body = await fixture.body({ title: `Round ${round}` })
      // Two spellings of one request are one request.
      const texts = [JSON.stringify(body), JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 1)]
      const replies = await Promise.all(
        Array.from({ length: callsPerRound }, () => create(random.pick(nodes), key, random.pick(texts))),
      )
      const created = replies.filter(({ status, replayed }) => status === 201 && replayed === null)
      const replays = replies.filter(({ replayed }) => replayed !== null)
      const busy = replies.filter(({ status }) => status === 409)
      const step = `seed ${seed}, round ${round}`
      expect(created.length, step).toBe(1)
      expect(
        created.length + replays.length + busy.length,
        `${step}: ${JSON.stringify(replies.map(({ status }) => status))}`,
      ).toBe(callsPerRound)
      for (const reply of replays) expect(reply, step).toEqual({ ...created[0], replayed: 'true' })
      for (const { text, retryAfter } of busy) {
        expect(JSON.parse(text), step).toMatchObject({ status: 409, error: 'idempotency_in_progress' })
        expect(retryAfter, step).toBe('1')
      }
      for (const node of nodes)
        expect(await create(node, key, texts[0] ?? ''), step).toEqual({ ...created[0], replayed: 'true' })
      seen.created += created.length
      seen.replayed += replays.length + nodes.length
      seen.inProgress += busy.length
    }
    expect((await countReleases()) - before).toBe(rounds)
    console.log(
      `idempotent-creates: seed ${seed}, ${rounds} rounds x ${callsPerRound} calls, ${rounds} releases, ${JSON.stringify(seen)}`,
    )
  })

  it('another request with the key is refused, also on the other node, and makes nothing', async () => {
    const [first, second] = nodes as [TestHub, TestHub]
    expect((await create(first, 'once', JSON.stringify(await fixture.body()))).status).toBe(201)
    const before = await countReleases()
    const other = await create(second, 'once', JSON.stringify(await fixture.body({ title: 'Other' })))
    expect(JSON.parse(other.text)).toMatchObject({ status: 422, error: 'idempotency_mismatch' })
    expect(await countReleases()).toBe(before)
  })

  it('a refused request leaves its key free', async () => {
    const [first, second] = nodes as [TestHub, TestHub]
    const body = await fixture.body()
    expect((await create(first, 'again', JSON.stringify({ ...body, type: 'mixtape' }))).status).toBe(422)
    expect(await create(second, 'again', JSON.stringify(body))).toMatchObject({ status: 201, replayed: null })
  })

  it('an answer that got lost is answered again by the other node', async () => {
    const [first, second] = nodes as [TestHub, TestHub]
    const line = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(first.url).port) })
    for (let round = 0; round < 10; round++) {
      const text = JSON.stringify(await fixture.body({ title: `Lost ${round}` }))
      const before = await countReleases()
      line.breakNext({ direction: 'down', afterBytes: round * 3, how: 'reset' })
      const lost = fetch(`http://127.0.0.1:${line.port}${releasesPath}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': fixture.key,
          'idempotency-key': `lost-${round}`,
          connection: 'close',
        },
        body: text,
      })
      await expect(lost).rejects.toThrow('fetch failed')
      const retry = await create(second, `lost-${round}`, text)
      expect(retry).toMatchObject({ status: 201, replayed: 'true' })
      expect(await countReleases()).toBe(before + 1)
    }
    await line.close()
  })
})
