import { beforeAll, describe, expect, it } from 'vitest'
import { requestToken } from '../harness/accounts.ts'
import type { TestHub } from '../harness/hub.ts'
import { createReleaseFixture, openReleaseHub, type ReleaseFixture, releasesPath } from '../harness/releases.ts'
import { sharedReleaseHub } from '../harness/shared-hub.ts'
import { callOf, dataOf, listTools, messageOf, post, resultOf, type Sent } from './messages.ts'

/** The tools may do what the credential may do at the API, and no more than the operator allows agents. */

let hub: TestHub
let fixture: ReleaseFixture
beforeAll(async () => {
  ;({ hub, fixture } = await sharedReleaseHub())
})

const call = async (at: TestHub, name: string, args: object, sent: Sent) => {
  const result = await resultOf(await post(at, callOf(name, args), sent))
  return { isError: result.isError === true, ...dataOf(result) }
}
const draftOf = async (from: ReleaseFixture) => ({
  release: { title: 'Lanterns', type: 'single', tracks: [{ title: 'Lanterns', uploadId: await from.audio() }] },
})
const titles = async (of: ReleaseFixture, at = hub): Promise<string[]> =>
  (await at.json('GET', releasesPath, { key: of.key })).body.data.map(({ title }: { title: string }) => title)

describe('an API key at /mcp', () => {
  it('without music:write cannot draft, and gets an error that names the missing permission', async () => {
    const key = await fixture.account.key(['music:read', 'catalog:read'])
    const refused = await call(hub, 'create_draft', await draftOf(fixture), { key })
    expect(refused).toMatchObject({ isError: true, error: { code: 'permission_missing' } })
    expect(refused.error.message).toContain('music:write')
    expect(await titles(fixture)).toEqual([])
  })

  it('does what it may do, once however often it is asked', async () => {
    const owner = await createReleaseFixture(hub, 'Lantern Records')
    const draft = await draftOf(owner)
    const first = await call(hub, 'create_draft', draft, { key: owner.key })
    const second = await call(hub, 'create_draft', draft, { headers: { authorization: `Bearer ${owner.key}` } })
    expect(first.isError).toBe(false)
    expect(second.release.id).toBe(first.release.id)
    expect(await titles(owner)).toEqual(['Lanterns'])
  })

  it('finds no release and no upload of another account', async () => {
    const other = await createReleaseFixture(hub, 'Other Records')
    const { body: release } = await other.release()
    expect(await call(hub, 'get_release', { releaseId: release.id }, { key: fixture.key })).toMatchObject({
      isError: true,
      error: { code: 'release_not_found' },
    })
    const patch = { releaseId: release.id, patch: { title: 'Mine now' } }
    expect(await call(hub, 'update_draft', patch, { key: fixture.key })).toMatchObject({ isError: true })
    expect(await call(hub, 'create_draft', await draftOf(other), { key: fixture.key })).toMatchObject({
      isError: true,
      error: { code: 'upload_reference_unknown' },
    })
    const found = await call(hub, 'search_catalog', {}, { key: fixture.key })
    expect(JSON.stringify(found)).not.toContain(release.id)
    expect((await other.get(release.id)).body.title).toBe(release.title)
  })
})

describe('the token of a service client at /mcp', () => {
  it('has the rights of a token: it manages keys, and does nothing that takes a key', async () => {
    const token = await requestToken(hub, fixture.account)
    const headers = { authorization: `Bearer ${token}` }
    expect((await messageOf(await post(hub, listTools, { headers }))).result.tools.length).toBeGreaterThan(5)
    for (const name of ['search_catalog', 'get_account'])
      expect(await call(hub, name, {}, { headers })).toMatchObject({
        isError: true,
        error: { code: 'credentials_missing' },
      })
  })
})

describe('the gate of the tools', () => {
  const namesAt = async (at: TestHub, key: string): Promise<string[]> =>
    (await messageOf(await post(at, listTools, { key }))).result.tools.map(({ name }: { name: string }) => name)

  it('"read" offers no tool that changes anything', async () => {
    const { hub: reading, fixture: own } = await openReleaseHub({ environment: { SPINDLE_MCP_GATE: 'read' } })
    const names = await namesAt(reading, own.key)
    expect(names).toContain('get_release')
    for (const name of ['create_draft', 'update_draft', 'create_upload', 'submit_release'])
      expect(names).not.toContain(name)
    expect(await call(reading, 'create_draft', await draftOf(own), { key: own.key })).toMatchObject({
      isError: true,
      error: { code: 'gate_closed' },
    })
    expect(await titles(own, reading)).toEqual([])
    const page = (await reading.json('GET', '/docs/mcp', { headers: { accept: 'text/markdown' } })).body
    expect(page).toContain('This hub is set to `read`.')
    expect(page).not.toContain('create_draft')
  })

  it('"draft", the default, does not offer submit_release', async () => {
    expect(await namesAt(hub, fixture.key)).toContain('create_draft')
    expect(await namesAt(hub, fixture.key)).not.toContain('submit_release')
    const { body: release } = await fixture.release()
    const refused = await call(hub, 'submit_release', { releaseId: release.id }, { key: fixture.key })
    expect(refused).toMatchObject({ isError: true, error: { code: 'gate_closed' } })
    expect(refused.error.next_action).toContain('SPINDLE_MCP_GATE=submit')
    expect((await fixture.get(release.id)).body.status).toBe('draft')
  })

  it('"draft" refuses create_draft with submit set, whatever else the call contains', async () => {
    const own = await createReleaseFixture(hub)
    const { release } = await draftOf(own)
    const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`member${index}`, 1]))
    for (const args of [{}, unknown])
      expect(
        await call(hub, 'create_draft', { ...args, release: { ...release, submit: true } }, { key: own.key }),
      ).toMatchObject({
        isError: true,
        error: { code: 'validation_failed', message: 'The arguments of the call are not valid. Nothing was done.' },
      })
  })

  it('"submit" offers submit_release', async () => {
    const { hub: open, fixture: own } = await openReleaseHub({ environment: { SPINDLE_MCP_GATE: 'submit' } })
    expect(await namesAt(open, own.key)).toContain('submit_release')
  })
})

describe('the request limits at /mcp', () => {
  // All within one minute, however long it takes.
  const startedAtMs = Date.now()
  const hurried = (limits: string) =>
    openReleaseHub({ environment: { SPINDLE_RATE_LIMIT: limits }, overrides: { clock: { now: () => startedAtMs } } })

  it('count each message and each API request it causes', async () => {
    const { hub: small, fixture: own } = await hurried('6/1/2')
    const { key } = own
    const drafts = [await draftOf(own), { release: { ...(await draftOf(own)).release, title: 'Another' } }]
    // The only write of this minute.
    expect(await call(small, 'create_draft', drafts[0] ?? {}, { key })).toMatchObject({ isError: false })
    expect(await call(small, 'create_draft', drafts[1] ?? {}, { key })).toMatchObject({
      isError: true,
      error: { code: 'rate_limited', retryable: true, retry_after_seconds: expect.any(Number) },
    })
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await post(small, listTools, { key })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const last = await post(small, listTools, { key })
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(last.headers.get('ratelimit-policy')).toBe('"messages";q=6;w=60')
  })

  it('count the failed credentials of an address, also between good ones', async () => {
    const { hub: small, fixture: own } = await hurried('600/120/2')
    const statusOf = async (key: string) => (await post(small, listTools, { key })).status
    // A key that was valid a short while ago keeps working while others are refused.
    expect(await statusOf(own.key)).toBe(200)
    expect(await statusOf('spn_wrong')).toBe(401)
    expect(await statusOf('spn_wrong')).toBe(401)
    expect(await statusOf('spn_wrong')).toBe(429)
    expect(await statusOf(own.key)).toBe(200)
    expect((await small.json('GET', releasesPath, { key: 'spn_wrong' })).status).toBe(429)
  })
})
