import { createHash } from 'node:crypto'
import { call } from '../harness/api-client.ts'
import type { FixtureAccount, FixtureRelease, UpgradeFixture } from './fixture.ts'

/** What a hub of any released version answers about an upgrade fixture, by the API alone. */

export const musicPath = '/api/v1/music-distributor/releases'
export const distributorPath = '/api/v1/distributor'

/** Throws unless the answer is a success. */
export async function send(url: string, method: string, path: string, options: Parameters<typeof call>[3]) {
  const { status, body, text } = await call(url, method, path, options)
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${text}`)
  return body
}

/** An access token of a service client. */
export async function getToken(url: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'keys:write',
    }),
  })
  if (answer.status !== 200) throw new Error(`/oauth/token answered ${answer.status}: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

type Credentials = Pick<FixtureAccount, 'clientId' | 'clientSecret'>

/** An account, and what to look at. */
export interface KnownAccount extends Pick<FixtureAccount, 'id' | 'clientId' | 'clientSecret' | 'apiKey'> {
  readonly releaseIds: readonly string[]
  readonly uploadIds: readonly string[]
  readonly analyticsPath: string
}

export async function describeAccount(url: string, known: KnownAccount): Promise<FixtureAccount> {
  const { id, clientId, clientSecret, apiKey, releaseIds, uploadIds, analyticsPath } = known
  const read = (path: string) => send(url, 'GET', path, { key: apiKey })
  const releases: FixtureRelease[] = []
  for (const releaseId of releaseIds) releases.push(pickRelease(await read(`${musicPath}/${releaseId}`)))
  const uploads: FixtureAccount['uploads'][number][] = []
  for (const uploadId of uploadIds) {
    const { sha256, size } = await read(`${distributorPath}/uploads/${uploadId}`)
    uploads.push({ id: uploadId, sha256, size })
  }
  const { data } = await read(analyticsPath)
  const byTerritory = Object.fromEntries(data.map((row: AnalyticsRow) => [row.group.territory, row.metrics.streams]))
  return { id, clientId, clientSecret, apiKey, releases, uploads, analytics: { path: analyticsPath, byTerritory } }
}

interface AnalyticsRow {
  readonly group: { readonly territory: string }
  readonly metrics: { readonly streams: number }
}

function pickRelease({ id, status, title, upc, tracks }: FixtureRelease): FixtureRelease {
  const pickTrack = (track: FixtureRelease['tracks'][number]) => ({
    id: track.id,
    title: track.title,
    isrc: track.isrc,
    uploadId: track.uploadId,
  })
  return { id, status, title, upc, tracks: tracks.map(pickTrack) }
}

/** The feed by track, and the digests of what the property can get. */
export async function describeFeed(url: string, bearer: string): Promise<Pick<UpgradeFixture, 'feed' | 'audio'>> {
  const { data } = await send(url, 'GET', '/api/integration/feed', { bearer })
  const feed: UpgradeFixture['feed'] = data
    .map(({ trackId, deleted }: { trackId: string; deleted: boolean }) => ({ trackId, isPlayable: !deleted }))
    .toSorted((left: FeedEntry, right: FeedEntry) => left.trackId.localeCompare(right.trackId))
  const audio: Record<string, string> = {}
  for (const { trackId, isPlayable } of feed) if (isPlayable) audio[trackId] = await digestOfAudio(url, trackId, bearer)
  return { feed, audio }
}

type FeedEntry = UpgradeFixture['feed'][number]

async function digestOfAudio(url: string, trackId: string, bearer: string): Promise<string> {
  const path = `/api/integration/tracks/${trackId}/audio`
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
