import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Log, silentLog } from '../../src/platform/logging/log.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLiveRelease, takeDown } from '../harness/live-releases.ts'
import { type FakeS3, startFakeS3 } from '../harness/object-store/fake-s3.ts'
import { shortMaster } from '../harness/submittable.ts'
import { createUploadClient, type UploadClient } from '../harness/uploads.ts'

/** Audio that clients fetch from the object store, at an address that the hub signs. */

const token = 'a'.repeat(32)
const master = shortMaster(1)
const digest = createHash('sha256').update(master).digest('hex')

const said: string[] = []
const note = (event: string, fields?: object): void => void said.push(event, JSON.stringify(fields ?? {}))
const listeningLog: Log = { ...silentLog, debug: note, info: note, warn: note, error: note }

describe('a hub that sends programs to the object store', () => {
  let store: FakeS3
  let hub: TestHub
  let client: UploadClient
  let accountId: Awaited<ReturnType<typeof createTestAccount>>['accountId']
  let releaseId: string
  let uploadPath: string
  let trackPath: string
  beforeAll(async () => {
    store = await startFakeS3({ minPartBytes: 5 * 1024 * 1024 })
    hub = await startTestHub({
      environment: {
        ...store.environment,
        SPINDLE_AUDIO_REDIRECT: 'on',
        SPINDLE_INTEGRATION_TOKENS: `site-a=${token}`,
        SPINDLE_LOG_LEVEL: 'debug',
      },
      overrides: { log: listeningLog },
    })
    const account = await createTestAccount(hub)
    accountId = account.accountId
    client = createUploadClient(hub, await account.key(['music:write', 'music:read']))
    uploadPath = await client.begin(master.length)
    expect((await client.patch(uploadPath, 0, master)).status).toBe(204)
    await client.waitFor(uploadPath, 'ready')
    const release = await createLiveRelease(hub, { accountId, properties: ['site-a'] })
    releaseId = release.releaseId
    await hub.opened.database
      .tenant(accountId)
      .execute(`update delivery_tracks set upload_id = $2 where account_id = $1`, [uploadPath.split('/').at(-1)])
    trackPath = `/api/integration/tracks/${release.trackIds[0]}/audio`
  })
  beforeEach(() => {
    store.visits.length = 0
  })

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    hub.request(path, {
      method,
      redirect: 'manual',
      headers: {
        ...(path === trackPath ? { authorization: `Bearer ${token}` } : { 'x-api-key': client.key }),
        ...headers,
      },
    })
  const doors = { 'a property': () => trackPath, 'an account': () => `${uploadPath}/audio` }
  const follow = (answer: Response, headers: Record<string, string> = {}) =>
    fetch(answer.headers.get('location') ?? '', { headers })

  it.each(Object.entries(doors))('answers %s with an address of 5 minutes and no byte', async (_who, path) => {
    const answer = await ask(path())
    expect(answer.status).toBe(307)
    expect(answer.headers.get('etag')).toBe(`"${digest}"`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBeNull()
    expect(await answer.text()).toBe('')
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.origin).toBe(store.options.endpoint)
    expect(location.searchParams.get('X-Amz-Expires')).toBe('300')
    expect(location.searchParams.get('X-Amz-SignedHeaders')).toBe('host')
    const found = await follow(answer)
    expect(found.status).toBe(200)
    expect(Buffer.from(await found.arrayBuffer()).equals(master)).toBe(true)
    const part = await follow(answer, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(master.subarray(100, 200))).toBe(true)
  })

  it('has the object come with the headers the hub would have sent', async () => {
    const toProperty = await follow(await ask(trackPath))
    expect(toProperty.headers.get('content-type')).toBe('audio/wav')
    expect(toProperty.headers.get('content-disposition')).toBe('inline')
    expect(toProperty.headers.get('cache-control')).toBe('private, no-cache')
    const toAccount = await follow(await ask(`${uploadPath}/audio`))
    const id = uploadPath.split('/').at(-1)
    expect(toAccount.headers.get('content-disposition')).toBe(
      `attachment; filename="${id}.wav"; filename*=UTF-8''${id}.wav`,
    )
  })

  it('signs the address: no other object can be read by it, and none later', async () => {
    const location = (await ask(trackPath)).headers.get('location') ?? ''
    expect((await fetch(location.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'))).status).toBe(403)
    expect((await fetch(location.replace('/uploads/', '/uploads/x'))).status).toBe(403)
    expect((await fetch(location, { method: 'PUT', body: 'other' })).status).toBe(403)
  })

  it('sends the bytes itself to everyone with a signed address, which would otherwise survive a takedown', async () => {
    const bearer = token
    const { body } = await hub.json('GET', `/api/integration/releases/${releaseId}`, { bearer })
    const { pathname, search } = new URL(body.tracks[0].signedAudio.url)
    const answer = await hub.request(pathname + search, { redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(master)).toBe(true)
  })

  it('answers itself what needs no bytes', async () => {
    expect((await ask(trackPath, { 'if-none-match': `"${digest}"` })).status).toBe(304)
    const head = await ask(trackPath, {}, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(master.length))
    const behind = await ask(trackPath, { range: `bytes=${master.length}-` })
    expect(behind.status).toBe(416)
    expect((await hub.request(trackPath, { redirect: 'manual' })).status).toBe(401)
  })

  it.each([
    ['the console', { cookie: 'a=b' }],
    ['a page of another origin', { origin: 'https://site.example' }],
    ['a player in a page', { 'sec-fetch-site': 'same-origin' }],
    ['who goes on by our entity tag', { range: 'bytes=0-9', 'if-range': `"${digest}"` }],
  ])('gives the bytes to %s', async (_who, headers) => {
    const answer = await ask(trackPath, headers)
    expect([200, 206]).toContain(answer.status)
    expect(answer.headers.get('location')).toBeNull()
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.equals(master.subarray(0, bytes.length))).toBe(true)
    expect(store.visits).toEqual([])
  })

  /** A ready upload whose receipt is changed afterwards. */
  const uploadWithReceipt = async (changed: string): Promise<string> => {
    const path = await client.begin(master.length)
    expect((await client.patch(path, 0, master)).status).toBe(204)
    await client.waitFor(path, 'ready')
    await hub.opened.database
      .tenant(accountId)
      .execute(`update uploads set receipt = ${changed} where account_id = $1 and id = $2`, [path.split('/').at(-1)])
    return `${path}/audio`
  }

  it.each([
    [
      'what is more than one object',
      `jsonb_set(receipt, '{segments}', jsonb_build_array(receipt #> '{segments,0}', receipt #> '{segments,0}'))`,
    ],
    ['an object that is longer than what counts', `jsonb_set(receipt, '{segments,0,bytes}', '1000')`],
  ])('gives the bytes of %s', async (_what, changed) => {
    const answer = await ask(await uploadWithReceipt(changed))
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
  })

  it('answers 503 if the store is away', async () => {
    const path = await uploadWithReceipt('receipt')
    store.faultOf = () => 'error'
    expect((await ask(path)).status).toBe(503)
    store.faultOf = () => undefined
    expect((await ask(path)).status).toBe(307)
  })

  it('redirects no request once the track is taken down', async () => {
    await takeDown(hub, { accountId, releaseId, property: 'site-a' })
    expect((await ask(trackPath)).status).toBe(404)
  })

  it('writes no address to its log', () => {
    expect(said.length).toBeGreaterThan(0)
    expect(said.join('\n')).not.toContain('X-Amz')
  })
})
