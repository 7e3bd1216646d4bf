import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { sharedHub } from '../../server/test/harness/shared-hub.ts'
import { type Agent, connectAgent } from './harness/agents.ts'
import { startEndpoint } from './harness/endpoint.ts'

/** Answers are short unless everything is requested, and long lists come in pages. */

let agent: Agent
let releaseIds: readonly string[]
beforeAll(async () => {
  const hub = await sharedHub()
  const key = await (await createTestAccount(hub)).key()
  agent = await connectAgent('v2', { url: await startEndpoint({ hubUrl: hub.url, gate: 'draft' }), key })
  const stored = await hub.request('/api/v1/distributor/uploads', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'audio/wav' },
    body: new Uint8Array(100),
  })
  const { id: uploadId } = (await stored.json()) as { id: string }
  const made: string[] = []
  for (const [title, count] of [
    ['One', 1],
    ['Two', 1],
    ['Many', 60],
  ] as const) {
    const tracks = Array.from({ length: count }, (_, index) => ({ title: `Song ${index + 1}`, uploadId }))
    const { data } = await agent.call('create_draft', { release: { title, type: 'album', tracks } })
    made.unshift(data.release.id)
  }
  releaseIds = made
})

describe('search_catalog', () => {
  it('goes through pages, and shows more on demand', async () => {
    const first = await agent.call('search_catalog', { limit: 2 })
    expect(first.data.releases.map(({ id }: { id: string }) => id)).toEqual(releaseIds.slice(0, 2))
    const { nextCursor: cursor } = first.data.page
    const second = await agent.call('search_catalog', { limit: 2, cursor, count: true })
    expect(second.data).toMatchObject({ releases: [{ id: releaseIds[2], title: 'One' }], page: { total: 3 } })
    expect(second.data.releases[0]).not.toHaveProperty('territories')
    const whole = await agent.call('search_catalog', { query: 'many', detail: 'full', include: 'tracks' })
    expect(whole.data.releases).toMatchObject([{ territories: { mode: 'worldwide' } }])
    expect(whole.data.releases[0].tracks).toHaveLength(60)
  })
})

describe('get_release', () => {
  it('shows the first tracks and findings, and says how many there are besides', async () => {
    const short = await agent.call('get_release', { releaseId: releaseIds[0] })
    expect(short.data.release.tracks).toHaveLength(50)
    expect(short.data.release.tracksOmitted).toBe(10)
    expect(short.data.release.findings).toHaveLength(20)
    expect(short.data.release.findingsOmitted).toBeGreaterThan(20)
    expect(short.texts.join().length).toBeLessThan(20_000)
    const full = await agent.call('get_release', { releaseId: releaseIds[0], detail: 'full' })
    expect(full.data.release.tracks).toHaveLength(60)
    expect(full.data.release.findings[0]).toHaveProperty('rule.source')
    expect(full.data.events).toMatchObject([{ type: 'release.created' }])
  })
})

describe('list_reference', () => {
  it.each([
    ['genres', 'hip', 'Hip'],
    ['languages', 'german', 'German'],
    ['territories', 'germany', 'Germany'],
    ['roles', 'main_artist', 'Main artist'],
  ])('finds in %s what says %j', async (list, query, name) => {
    const { data } = await agent.call('list_reference', { list, query })
    expect(data.entries[0].name).toContain(name)
    expect(data.entries.length).toBeLessThan(10)
  })

  it('shows the first codes, or all', async () => {
    const short = await agent.call('list_reference', { list: 'languages' })
    expect(short.data.entries).toHaveLength(50)
    const full = await agent.call('list_reference', { list: 'languages', detail: 'full' })
    expect(full.data.entries).toHaveLength(50 + short.data.entriesOmitted)
  })

  it('shows rules by code, and where they come from on demand', async () => {
    const short = await agent.call('list_reference', { list: 'rules', query: 'cover_missing' })
    expect(short.data.entries).toEqual([
      {
        code: 'cover_missing',
        severity: 'error',
        appliesTo: 'release',
        title: expect.any(String),
        fix: expect.any(String),
      },
    ])
    const full = await agent.call('list_reference', { list: 'rules', query: 'cover_missing', detail: 'full' })
    expect(full.data.entries).toMatchObject([{ id: expect.any(String), source: expect.any(String) }])
  })

  it('shows the outlets', async () => {
    const { data } = await agent.call('list_reference', { list: 'outlets' })
    expect(data.entries).toMatchObject([{ id: 'sandbox', kind: 'sandbox' }])
  })
})

describe('get_analytics', () => {
  it('says what no source reports instead of 0, for the requested range', async () => {
    const range = { from: '2026-11-01', to: '2026-11-10' }
    const { data } = await agent.call('get_analytics', { ...range, groupBy: 'track', scope: 'music' })
    expect(data).toMatchObject({ range, totals: {}, sandbox: false, rows: [], page: { limit: 20 } })
    expect(data.unavailable).toContain('streams')
    const full = await agent.call('get_analytics', { ...range, detail: 'full' })
    expect(full.data.page.limit).toBe(1000)
    expect((await agent.call('get_analytics', { ...range, limit: 7 })).data.page.limit).toBe(7)
  })
})
