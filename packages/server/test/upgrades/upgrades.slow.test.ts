import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../harness/api-client.ts'
import { temporaryFolder } from '../harness/cleanup.ts'
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts'
import { runOperatorCommand } from '../harness/operator.ts'
import { fixtureVersions, readFixture, type UpgradeFixture, unpackFixture } from './fixture.ts'

/** Data directories of released versions, opened by this one: everything that the release answered is still there. */

const music = '/api/v1/music-distributor/releases'
const distributor = '/api/v1/distributor'

describe.each(fixtureVersions)('a data directory of %s', { timeout: 300_000 }, (version) => {
  it('is upgraded by the start, and a second start changes nothing more', async () => {
    const fixture = await readFixture(version)
    const dataDir = await temporaryFolder('spindle-upgrade')
    await unpackFixture(version, dataDir)
    for (const start of ['first', 'second']) {
      const hub = await startHubProcess({
        dataDir,
        environment: {
          SPINDLE_INTEGRATION_TOKENS: `site=${fixture.integrationToken}`,
          SPINDLE_SANDBOX_OUTLET: 'on',
        },
      })
      try {
        expect(await describeHub(hub, fixture), `the ${start} start`).toEqual(fixture)
        await expectUsable(hub, fixture, start)
      } finally {
        expect(await hub.stop()).toEqual({ code: 0, signal: null })
      }
    }
    const { out } = await runOperatorCommand(['doctor', '--deep'], { SPINDLE_DATA_DIR: dataDir })
    const failed = out.flatMap((line) => /^FAIL ([^:]+):/.exec(line)?.[1] ?? [])
    // A hub without backups, metrics and a public address; nothing of the data.
    expect(failed).toEqual(['age of backups', 'public URL', 'figures'])
  })
})

/** What the hub answers today, in the shape of the fixture. */
async function describeHub({ url }: HubProcess, fixture: UpgradeFixture): Promise<UpgradeFixture> {
  const { integrationToken: bearer } = fixture
  const accounts = []
  for (const account of fixture.accounts) {
    const read = async (path: string) => bodyOf(await call(url, 'GET', path, { key: account.apiKey }))
    const releases = []
    for (const { id } of account.releases) releases.push(pickRelease(await read(`${music}/${id}`)))
    const uploads = []
    for (const { id } of account.uploads) {
      const { sha256, size } = await read(`${distributor}/uploads/${id}`)
      uploads.push({ id, sha256, size })
    }
    const { data } = await read(account.analytics.path)
    const byTerritory = Object.fromEntries(data.map((row: AnalyticsRow) => [row.group.territory, row.metrics.streams]))
    accounts.push({ ...account, releases, uploads, analytics: { ...account.analytics, byTerritory } })
  }
  const { data } = bodyOf(await call(url, 'GET', '/api/integration/feed', { bearer }))
  const feed = data.map(({ trackId, deleted }: { trackId: string; deleted: boolean }) => ({
    trackId,
    isPlayable: !deleted,
  }))
  const audio: Record<string, string> = {}
  for (const trackId of Object.keys(fixture.audio)) audio[trackId] = await digestOfAudio(url, trackId, bearer)
  return { ...fixture, accounts, feed: byTrack(feed), audio }
}

interface AnalyticsRow {
  readonly group: { readonly territory: string }
  readonly metrics: { readonly streams: number }
}

function pickRelease({ id, status, title, upc, tracks }: UpgradeFixture['accounts'][number]['releases'][number]) {
  const pickTrack = (track: (typeof tracks)[number]) => ({
    id: track.id,
    title: track.title,
    isrc: track.isrc,
    uploadId: track.uploadId,
  })
  return { id, status, title, upc, tracks: tracks.map(pickTrack) }
}

const byTrack = (feed: UpgradeFixture['feed']): UpgradeFixture['feed'] =>
  feed.toSorted((left, right) => left.trackId.localeCompare(right.trackId))

async function digestOfAudio(url: string, trackId: string, bearer: string): Promise<string> {
  const answer = await fetch(`${url}/api/integration/tracks/${trackId}/audio`, {
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect(answer.status).toBe(200)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

/** Credentials of the release still open the account, of which another one sees nothing, and its draft can be changed. */
async function expectUsable({ url }: HubProcess, { accounts, integrationToken }: UpgradeFixture, start: string) {
  const [first, second] = accounts
  if (!first || !second) throw new Error('a fixture has two accounts')
  expect((await call(url, 'GET', '/api/integration/verify', { bearer: integrationToken })).status).toBe(200)
  const token = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: first.clientId,
      client_secret: first.clientSecret,
      scope: 'keys:write',
    }),
  })
  expect(token.status).toBe(200)
  const draft = first.releases.find(({ status }) => status === 'draft')
  const path = `${music}/${draft?.id}`
  expect((await call(url, 'GET', path, { key: second.apiKey })).status).toBe(404)
  const changed = await call(url, 'PATCH', path, { key: first.apiKey, body: { label: `Label of the ${start} start` } })
  expect([changed.status, changed.body.label]).toEqual([200, `Label of the ${start} start`])
}

function bodyOf({ status, body, text }: Answer) {
  if (status !== 200) throw new Error(`${status}: ${text}`)
  return body
}
