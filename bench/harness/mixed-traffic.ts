import type { Access } from './access.ts'
import type { Bench } from './bench.ts'
import type { Program } from './program.ts'
import { silentWav } from './silent-wav.ts'

/**
 * What a hub has done before the measured request: creates, lists, single releases, pages for people, metadata and
 * requests that are refused, at once. A process that has only ever answered one question answers it faster than any hub
 * will.
 */

const connections = 8

/** Releases of the longest page that is measured. */
const pageSize = 50

export const releasesPath = '/api/v1/music-distributor/releases'

interface Request {
  readonly path: string
  readonly init?: RequestInit
  readonly status?: number
}

export async function mixTraffic({ isQuick }: Pick<Bench, 'isQuick'>, hub: Program, access: Access): Promise<void> {
  const draft = await makeDraft(hub, access)
  const { headers } = access
  const json = { ...headers, 'content-type': 'application/json' }
  const created = await ask(hub, {
    path: releasesPath,
    init: { method: 'POST', headers: json, body: draft },
    status: 201,
  })
  const { id } = JSON.parse(created) as { readonly id: string }
  const search = await nameSearchParameter(hub)
  const requests: readonly Request[] = [
    { path: releasesPath, init: { method: 'POST', headers: json, body: draft }, status: 201 },
    { path: `${releasesPath}?limit=50`, init: { headers } },
    { path: `${releasesPath}?${search}=meas`, init: { headers } },
    { path: `${releasesPath}/${id}`, init: { headers } },
    { path: `${releasesPath}/${id}/events`, init: { headers } },
    { path: `${releasesPath}/${id}`, status: 401 },
    { path: '/', init: { headers: { accept: 'text/html' } } },
    { path: '/docs', init: { headers: { accept: 'text/html' } } },
    { path: '/.well-known/oauth-authorization-server' },
    { path: '/openapi.json' },
    { path: '/nothing-here', status: 404 },
  ]
  const end = performance.now() + (isQuick ? 2_000 : 8_000)
  const visit = async (_: unknown, first: number): Promise<void> => {
    for (let turn = first; performance.now() < end; turn++) {
      const request = requests[turn % requests.length]
      if (request) await ask(hub, request)
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  await fillPage(hub, access, draft)
}

/** Pages of hubs of different speed are only comparable when they are full. */
async function fillPage(hub: Program, { headers }: Access, draft: string): Promise<void> {
  const listed = await ask(hub, { path: `${releasesPath}?limit=${pageSize}`, init: { headers } })
  const { data } = JSON.parse(listed) as { readonly data: readonly unknown[] }
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: draft }
  for (let missing = pageSize - data.length; missing > 0; missing--)
    await ask(hub, { path: releasesPath, init, status: 201 })
}

/** `query`, or `q` at a hub of 0.1.0: earlier versions are measured too. */
async function nameSearchParameter(hub: Program): Promise<string> {
  return /"name": ?"q"/.test(await ask(hub, { path: '/openapi.json' })) ? 'q' : 'query'
}

/** The body of a release of ten tracks, with an upload of theirs. */
export async function makeDraft(hub: Program, { headers }: Access): Promise<string> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'audio/wav' }, body: silentWav() }
  const upload = await ask(hub, { path: '/api/v1/distributor/uploads', init, status: 201 })
  const { id: uploadId } = JSON.parse(upload) as { readonly id: string }
  const tracks = Array.from({ length: 10 }, (_, index) => ({ title: `Track ${index + 1}`, uploadId }))
  return JSON.stringify({ title: 'Measured', type: 'album', label: 'Bench', tracks })
}

async function ask({ url }: Program, { path, init, status = 200 }: Request): Promise<string> {
  const answer = await fetch(url + path, init)
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
  return text
}
