import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Delivery, Release, Upload } from '@spindle/contract'
import type { Hub } from '../../compose.ts'
import { DemoApi } from './api.ts'
import { type DemoMaterial, makeMaterial } from './material.ts'
import { demoRelease } from './release.ts'
import { createReport, type Report, until } from './report.ts'

/** The main job on real input, as an outside client would do it; `demo.json` keeps what is needed to go on by hand. */

export interface DemoOptions {
  readonly hub: Hub
  readonly baseUrl: string
  readonly dataDir: string
  readonly property: string
  readonly integrationToken: string
  out(line: string): void
}

interface Access {
  readonly accountId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

const releasesPath = '/api/v1/music-distributor/releases'
const waitMs = 60_000

export async function runDemo(options: DemoOptions): Promise<void> {
  const report = createReport(options.out)
  const api = new DemoApi(options.baseUrl)
  const material = await report.step(
    'Made three lossless masters and a 3000 x 3000 cover',
    () => makeMaterial(join(options.dataDir, 'demo-masters')),
    sizes,
  )
  await proveProperty(report, api, options)
  const access = await getAccess(report, api, options.hub)
  const uploads = await uploadAll(report, api, access.apiKey, material)
  const release = await deliver(report, api, access.apiKey, { material, uploads })
  await play(report, api, options, release)
  await read(report, api, access.apiKey, release)
  const file = await writeNotes(options, access, release.id)
  options.out('')
  for (const line of whereToLook(options, file)) options.out(line)
}

const sizes = ({ masters }: DemoMaterial): string =>
  masters.map(({ path, bytes }) => `${path.split('/').at(-1)} ${(bytes.length / 1024 ** 2).toFixed(1)} MiB`).join(', ')

async function proveProperty(report: Report, api: DemoApi, { integrationToken }: DemoOptions): Promise<void> {
  const path = '/api/integration/verify'
  await report.step(
    'Asked without a token, followed the challenge to the metadata',
    async () => {
      const { status, headers } = await api.call('GET', path)
      const metadata = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1]
      if (status !== 401 || metadata === undefined) throw new Error(`Expected a 401 with a challenge, got ${status}`)
      const { authorization_servers: [issuer = ''] = [] } = await api.expect<{ authorization_servers?: string[] }>(
        'GET',
        metadata,
      )
      return api.expect<{ agent_auth: { skill: string } }>('GET', `${issuer}/.well-known/oauth-authorization-server`)
    },
    ({ agent_auth }) => `401, then ${agent_auth.skill}`,
  )
  await report.step(
    'Verified the integration token',
    () => api.expect<{ property: string }>('GET', path, { headers: { authorization: `Bearer ${integrationToken}` } }),
    (result) => `property ${result.property}`,
  )
}

async function getAccess(report: Report, api: DemoApi, hub: Hub): Promise<Access> {
  const { accountId, clientId, clientSecret } = await report.step(
    'Created an account and a service client',
    async () => {
      const account = await hub.accounts.createAccount('Spindle Demo Label')
      const client = await hub.accounts.createClient(account.id, 'Demo')
      if (!client) throw new Error('The account is gone')
      return { accountId: account.id, ...client }
    },
  )
  const { access_token } = await report.step('Obtained an access token (client_credentials)', () =>
    api.expect<{ access_token: string }>('POST', '/oauth/token', {
      headers: {
        authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=keys%3Awrite',
    }),
  )
  const { key } = await report.step(
    'Created an API key',
    () =>
      api.expect<{ key: string; hint: string }>('POST', '/api/v1/distributor/keys', {
        headers: { authorization: `Bearer ${access_token}`, 'idempotency-key': randomUUID() },
        body: { name: 'Demo', permissions: ['music:read', 'music:write', 'catalog:read', 'analytics:read'] },
      }),
    ({ hint }) => hint,
  )
  return { accountId, clientId, clientSecret, apiKey: key }
}

interface Uploads {
  readonly masters: readonly string[]
  readonly cover: string
}

async function uploadAll(
  report: Report,
  api: DemoApi,
  apiKey: string,
  { masters, cover }: DemoMaterial,
): Promise<Uploads> {
  const ids: string[] = []
  for (const [index, master] of masters.entries()) {
    // The second one loses its connection in the middle, on purpose.
    const cutAfterBytes = index === 1 ? Math.floor(master.bytes.length / 2) : undefined
    const { uploadId } = await report.step(
      `Uploaded ${master.title}`,
      () => api.upload(apiKey, master, cutAfterBytes),
      ({ resumedAt }) =>
        resumedAt === undefined
          ? `${(master.bytes.length / 1024 ** 2).toFixed(1)} MiB`
          : `connection cut, resumed at byte ${resumedAt} of ${master.bytes.length}`,
    )
    ids.push(uploadId)
  }
  const { uploadId } = await report.step('Uploaded the cover', () => api.upload(apiKey, cover))
  await report.step(
    'Analysed every file',
    async () => {
      const all: Upload[] = []
      for (const id of [...ids, uploadId]) all.push(await awaitReady(api, apiKey, id))
      return all
    },
    describeAudio,
  )
  return { masters: ids, cover: uploadId }
}

const awaitReady = (api: DemoApi, apiKey: string, id: string): Promise<Upload> =>
  until(
    async () => {
      const upload = await api.expect<Upload>('GET', `/api/v1/distributor/uploads/${id}`, {
        headers: { 'x-api-key': apiKey },
      })
      if (upload.status === 'rejected') throw new Error(`The upload was rejected: ${JSON.stringify(upload.findings)}`)
      return upload
    },
    ({ status }) => status === 'ready',
    waitMs,
  )

const describeAudio = (uploads: readonly Upload[]): string =>
  uploads
    .flatMap(({ technical }) =>
      technical?.kind === 'audio'
        ? [`${technical.codec} ${technical.integratedLufs?.toFixed(1)} LUFS ${technical.truePeakDbtp?.toFixed(1)} dBTP`]
        : [],
    )
    .join(', ')

async function deliver(
  report: Report,
  api: DemoApi,
  apiKey: string,
  { material, uploads }: { material: DemoMaterial; uploads: Uploads },
): Promise<Release> {
  const headers = { 'x-api-key': apiKey }
  const draft = await report.step(
    'Created the EP',
    () =>
      api.expect<Release>('POST', releasesPath, {
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: demoRelease(material, uploads.masters, uploads.cover, new Date()),
      }),
    ({ id, validation }) => `${id}, ${validation.errors} errors, ${validation.warnings} warnings`,
  )
  await report.step(
    'Submitted it',
    () => api.expect<Release>('POST', `${releasesPath}/${draft.id}/submit`, { headers }),
    ({ status }) => status,
  )
  return report.step(
    'Live',
    () =>
      until(
        async () => {
          const release = await api.expect<Release>('GET', `${releasesPath}/${draft.id}`, { headers })
          if (release.status === 'delivery_failed' || release.status === 'rejected')
            throw new Error(`The release is ${release.status}`)
          return release
        },
        ({ status, deliverySummary }) => status === 'live' && deliverySummary.pending === 0,
        waitMs,
      ),
    ({ deliveries }) => describeDeliveries(deliveries),
  )
}

const describeDeliveries = (deliveries: readonly Delivery[]): string =>
  deliveries.map(({ outlet, status }) => `${outlet.id} ${status}`).join(', ')

const playCount = 250

async function play(report: Report, api: DemoApi, { integrationToken }: DemoOptions, release: Release): Promise<void> {
  const headers = { authorization: `Bearer ${integrationToken}` }
  await report.step(
    'Fetched the feed and listened to the first second of a track',
    async () => {
      await api.expect('GET', '/api/integration/feed', { headers })
      const answer = await api.call('GET', `/api/integration/tracks/${release.tracks[0]?.id}/audio`, {
        headers: { ...headers, range: 'bytes=0-264643' },
      })
      if (answer.status !== 206) throw new Error(`Expected 206, got ${answer.status}`)
      return answer.headers.get('content-range') ?? ''
    },
    (range) => range,
  )
  const events = Array.from({ length: playCount }, (_, index) => ({
    id: randomUUID(),
    trackId: release.tracks[index % release.tracks.length]?.id,
    at: new Date().toISOString(),
    territory: ['DE', 'SE', 'US', 'JP'][index % 4],
    playedMs: 30_000 + (index % 5) * 1_000,
  }))
  await report.step(
    'Reported plays, then the same ones again',
    async () => {
      const first = await api.expect<{ accepted: number }>('POST', '/api/integration/plays', { headers, body: events })
      const again = await api.expect<{ accepted: number; duplicates: number }>('POST', '/api/integration/plays', {
        headers,
        body: events,
      })
      if (first.accepted !== playCount || again.accepted !== 0)
        throw new Error(`Expected ${playCount} accepted once: ${JSON.stringify({ first, again }).slice(0, 1_000)}`)
      return again
    },
    ({ duplicates }) => `${playCount} accepted, ${duplicates} recognised as duplicates`,
  )
}

async function read(report: Report, api: DemoApi, apiKey: string, release: Release): Promise<void> {
  const headers = { 'x-api-key': apiKey }
  await report.step(
    'Found the release in the catalog',
    async () => {
      const { data } = await api.expect<{ data: { id: string; title: string; status: string }[] }>(
        'GET',
        '/api/v1/distributor/catalog',
        { headers },
      )
      const item = data.find(({ id }) => id === release.id)
      if (!item) throw new Error('It is not there')
      return item
    },
    ({ title, status }) => `${title}, ${status}`,
  )
  await report.step(
    'Read the analytics',
    () => readAnalytics(api, headers),
    ({ streams, territories }) => `${streams} streams, ${territories}`,
  )
}

interface Analytics {
  readonly totals: { readonly streams?: number }
  readonly data: readonly { readonly group: Record<string, string>; readonly metrics: { readonly streams: number } }[]
}

/** Plays of the last hours: up to today, which the default range (complete days) leaves out. */
async function readAnalytics(
  api: DemoApi,
  headers: Record<string, string>,
): Promise<{ streams: number; territories: string }> {
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const path = `/api/v1/music-distributor/analytics?from=${day(1)}&to=${day(0)}&granularity=total&groupBy=territory&metrics=streams`
  // The roll-ups follow the plays within about a second.
  const { data } = await until(
    () => api.expect<Analytics>('GET', path, { headers }),
    ({ totals }) => totals.streams === playCount,
    waitMs,
  )
  return {
    streams: playCount,
    territories: data.map(({ group, metrics }) => `${Object.values(group).join('')} ${metrics.streams}`).join(', '),
  }
}

/** Mode 0600: it holds secrets. */
async function writeNotes(
  { baseUrl, dataDir, property, integrationToken }: DemoOptions,
  access: Access,
  releaseId: string,
): Promise<string> {
  const path = join(dataDir, 'demo.json')
  const { accountId, clientId, clientSecret, apiKey } = access
  await writeFile(
    path,
    `${JSON.stringify({ baseUrl, accountId, clientId, clientSecret, apiKey, property, integrationToken, releaseId }, null, 2)}\n`,
    { mode: 0o600 },
  )
  return path
}

const whereToLook = ({ baseUrl }: DemoOptions, file: string): string[] => [
  'Open:',
  `  ${baseUrl}/            what this hub is`,
  `  ${baseUrl}/docs        the API, to read and to try`,
  `  ${baseUrl}/auth.md     what an agent reads`,
  `Credentials: ${file}`,
]
