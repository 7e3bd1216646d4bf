import { masterWav, storeFile } from '../../packages/server/test/harness/submittable.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { startProbe } from '../harness/probe.ts'
import type { Report, Series } from '../harness/report.ts'
import { median, spread } from '../harness/statistics.ts'

/** How long other clients wait while the hub answers the heaviest request it accepts. */

export const heavyRequests: Goal = { id: 'heavy-requests', title: 'One heavy request, everybody else', run }

const releasesPath = '/api/v1/music-distributor/releases'
const catalogPath = '/api/v1/distributor/catalog?limit=100&include=tracks'

/** How long a page may wait while another client sends a heavy request. */
const goalMs = 200
const copies = 30

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: string
  /** What proves that it did what is measured. */
  readonly status: number
}

async function run(bench: Bench): Promise<Report> {
  const databaseUrl = await (await bench.postgres()).createDatabase('heavy_requests')
  const hub = await startHub(bench, { databaseUrl })
  const { headers } = await createAccess(bench, hub, databaseUrl)
  const ask = async ({ method, path, body, status }: Request): Promise<string> => {
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await fetch(hub.url + path, { method, headers: { ...headers, ...types }, ...(body && { body }) })
    const text = await answer.text()
    if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const uploadId = await storeFile({ url: hub.url, key: headers['x-api-key'] ?? '' }, 'audio/wav', masterWav(1))
  const heavy = JSON.parse(await ask(createHeavy(uploadId))) as { readonly id: string }
  for (let copy = 0; copy < copies; copy++)
    await ask({ method: 'POST', path: `${releasesPath}/${heavy.id}/clone`, body: '{}', status: 201 })
  const probe = startProbe(`${hub.url}/healthz`)
  const series: Series[] = []
  try {
    for (const [name, request] of Object.entries(requestsOf(heavy.id, uploadId))) {
      const samples: number[] = []
      for (let round = 0; round < (bench.isQuick ? 2 : 7); round++) {
        await probe.worstMs()
        await ask(request)
        samples.push(await probe.worstMs())
      }
      series.push({ name, unit: 'ms', samples })
    }
  } finally {
    await probe.stop()
  }
  return {
    series,
    verdicts: series.map(({ name, samples }) => ({
      goal: `${name}: longest wait of others`,
      value: median(samples),
      unit: 'ms',
      spread: spread(samples),
      atMost: goalMs,
    })),
    notes: [
      `The worst answer of /healthz, asked every few milliseconds, while one request is under way. The account has ${copies} drafts of 400 tracks with titles of 400 characters.`,
    ],
  }
}

const heavyTracks = (uploadId: string) =>
  Array.from({ length: 400 }, (_, index) => ({ title: `${index} ${'x'.repeat(400)}`, uploadId }))

const createHeavy = (uploadId: string): Request => ({
  method: 'POST',
  path: releasesPath,
  body: JSON.stringify({ title: 'Heavy', type: 'album', tracks: heavyTracks(uploadId) }),
  status: 201,
})

function requestsOf(id: string, uploadId: string): Readonly<Record<string, Request>> {
  const unknown = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`unknown${index}`, 1]))
  const bracketed = Array.from({ length: 500 }, () => ({ title: '['.repeat(400), uploadId }))
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_release', arguments: unknown } }
  return {
    'a page of releases': { method: 'GET', path: `${releasesPath}?limit=100`, status: 200 },
    'the catalog as JSON': { method: 'GET', path: catalogPath, status: 200 },
    'the catalog as CSV': { method: 'GET', path: `${catalogPath}&format=csv`, status: 200 },
    'the catalog as NDJSON': { method: 'GET', path: `${catalogPath}&format=ndjson`, status: 200 },
    'one large draft': { method: 'GET', path: `${releasesPath}/${id}`, status: 200 },
    'making a large draft': createHeavy(uploadId),
    'changing its title': { method: 'PATCH', path: `${releasesPath}/${id}`, body: '{"title":"Again"}', status: 200 },
    'changing all its tracks': {
      method: 'PATCH',
      path: `${releasesPath}/${id}`,
      body: JSON.stringify({ tracks: heavyTracks(uploadId) }),
      status: 200,
    },
    'checking it': { method: 'POST', path: `${releasesPath}/${id}/validate`, status: 200 },
    'copying it': { method: 'POST', path: `${releasesPath}/${id}/clone`, body: '{}', status: 201 },
    '49,000 unknown members': {
      method: 'POST',
      path: releasesPath,
      body: JSON.stringify({ title: 'x', type: 'album', tracks: [], ...unknown }),
      status: 400,
    },
    '500 titles of brackets': {
      method: 'POST',
      path: releasesPath,
      body: JSON.stringify({ title: 'x', type: 'album', tracks: bracketed }),
      status: 201,
    },
    '90,000 empty tracks': {
      method: 'POST',
      path: releasesPath,
      body: `{"title":"x","type":"album","tracks":[${Array.from({ length: 90_000 }, () => '{}').join(',')}]}`,
      status: 422,
    },
    'MCP with 49,000 unknown arguments': { method: 'POST', path: '/mcp', body: JSON.stringify(call), status: 400 },
  }
}
